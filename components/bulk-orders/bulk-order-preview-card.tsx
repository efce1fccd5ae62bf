import { formatCount, formatWon, pointsFromResponse, wonText } from '#lib/money/points.ts'
import { bulkShortageText, bulkTexts, leftOutLinesText } from '#lib/orders/bulk/labels.ts'
import { chargeBalanceLabel, chargeMissingPointsLabel } from '#lib/orders/labels.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card } from '../ui/card.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { hrefOf } from '../ui/href.ts'
import { BulkOrderTable } from './bulk-order-table.tsx'
import { type BulkOrderPreview, computeShortage } from './bulk-rows.ts'

interface BulkOrderPreviewCardProps {
  readonly preview: BulkOrderPreview
  /** Why the last press didn't place the orders; null if it did, or nothing was pressed yet. */
  readonly failure: string | null
  readonly busy: boolean
  readonly onPlace: () => void
}

/**
 * Preview of the orders of the list: total price, balance afterwards, the button that places the orders, and every
 * line.
 */
export function BulkOrderPreviewCard({ preview, failure, busy, onPlace }: BulkOrderPreviewCardProps) {
  const { rows, point, balance } = preview
  const refused = rows.filter(({ problem }) => problem !== null)
  const orderable = rows.length - refused.length
  const isShort = refused.some((row) => row.isShort)
  const { total, missing } = computeShortage(rows, balance)
  const facts: readonly (readonly [string, string])[] = [
    [bulkTexts.orderable, `${formatCount(orderable)} / ${formatCount(rows.length)}`],
    [bulkTexts.total, wonText(point)],
    [bulkTexts.balance, wonText(balance)],
    [bulkTexts.after, formatWon(pointsFromResponse(balance) - pointsFromResponse(point))],
  ]
  return (
    <>
      <Card className="grid gap-4">
        {orderable > 0 && (
          <dl className="grid gap-2 tabular-nums wide:max-w-96">
            {facts.map(([term, value]) => (
              <div key={term} className="flex justify-between gap-4">
                <dt className="text-ink-2">{term}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {isShort && (
          <p className="font-semibold text-bad tabular-nums">
            {bulkShortageText({ total: wonText(total), balance: wonText(balance), missing: wonText(missing) })}
          </p>
        )}
        {refused.length > 0 && (
          <p className="text-s text-ink-2">
            {orderable > 0
              ? leftOutLinesText(refused.length)
              : isShort
                ? bulkTexts.noneCovered
                : bulkTexts.noneOrderable}
          </p>
        )}
        <FormAlert message={failure} />
        <div className="flex flex-wrap gap-2">
          {orderable > 0 && (
            <Button tone="main" size="l" busy={busy} onClick={onPlace} className="max-wide:w-full">
              {bulkTexts.order}
            </Button>
          )}
          {isShort && (
            <ButtonLink href={hrefOf('/point', { amount: missing || null })} size="l" className="max-wide:w-full">
              {missing > 0 ? chargeMissingPointsLabel(wonText(missing)) : chargeBalanceLabel}
            </ButtonLink>
          )}
        </div>
      </Card>
      {/* Lines to correct come first, because they would be hard to find among a thousand lines. */}
      <BulkOrderTable rows={[...refused, ...rows.filter(({ problem }) => problem === null)]} isPlaced={false} />
    </>
  )
}
