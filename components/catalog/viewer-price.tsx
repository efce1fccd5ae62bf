import { formatUnitPrice, type UnitPrice } from '#lib/money/prices.ts'
import { ownPriceLabels } from '#lib/prices/labels.ts'

interface ViewerPriceProps {
  readonly unitPrice: UnitPrice
  readonly listPrice?: UnitPrice | undefined
}

/** The viewer's unit price. A higher list price is shown before it, struck through. */
export function ViewerPrice({ unitPrice, listPrice }: ViewerPriceProps) {
  if (listPrice === undefined) return <span className="font-semibold">{formatUnitPrice(unitPrice)}</span>
  return (
    <>
      <span className="sr-only">{ownPriceLabels.list} </span>
      <s className="text-s text-ink-3">{formatUnitPrice(listPrice)}</s>
      <span className="sr-only">, {ownPriceLabels.own}</span>{' '}
      <span className="font-semibold">{formatUnitPrice(unitPrice)}</span>
    </>
  )
}
