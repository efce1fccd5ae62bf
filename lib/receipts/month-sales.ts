import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { SaleChange, SaleKind } from './labels.ts'
import { splitTax } from './rules.ts'

/**
 * An event that changed the amount of a charge. `amount` is in hundredths of a won; a reversal takes back everything,
 * whatever its `amount`.
 */
export type SaleEvent = { chargeId: number; at: Date; change: SaleChange; amount: Points }

export type SoldCharge = {
  kind: SaleKind
  name: string
  businessNumber: string
  receiptStatus: string
  number: string
}

/** A line of the month's file. Amounts are in whole won; negative for what was taken back. */
export type SaleLine = SoldCharge & {
  chargeId: number
  at: Date
  change: SaleChange
  total: number
  supply: number
  tax: number
}

const WON = 100n

/** Amount that the receipt should state after an event: what was paid and not paid back. */
function dueAfter(due: Points, { change, amount }: SaleEvent): Points {
  if (change === 'REVERSAL') return 0n
  const left = due + amount
  return left > 0n ? left : 0n
}

const whole = (sum: Points): Points => (sum / WON) * WON

/**
 * Makes the lines of a month. Each event changes what the receipt of its charge should state; the line has the
 * difference of total, supply value and tax. So the lines of a charge add up to its receipt, into whatever parts it was
 * paid back. `events` are all events of these charges until the end of the month, by charge and time.
 */
export function saleLines(
  events: readonly SaleEvent[],
  charges: ReadonlyMap<number, SoldCharge>,
  from: Date,
): SaleLine[] {
  const due = new Map<number, Points>()
  const lines = events.flatMap((event): SaleLine[] => {
    const { chargeId, at, change } = event
    const before = due.get(chargeId) ?? 0n
    const after = dueAfter(before, event)
    due.set(chargeId, after)
    const charge = charges.get(chargeId)
    const [old, now] = [whole(before), whole(after)]
    if (!charge || at < from || old === now) return []
    const [oldTax, nowTax] = [splitTax(old), splitTax(now)]
    return [
      {
        ...charge,
        ...{ chargeId, at, change },
        total: pointsToNumber(now - old),
        supply: pointsToNumber(nowTax.supply - oldTax.supply),
        tax: pointsToNumber(nowTax.tax - oldTax.tax),
      },
    ]
  })
  return lines.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.chargeId - b.chargeId)
}
