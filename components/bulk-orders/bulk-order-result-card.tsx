import { wonText } from '#lib/money/points.ts'
import { bulkPlacedText, bulkResultSheet, bulkTexts } from '#lib/orders/bulk/labels.ts'
import { saveCsvFile } from '../chrome/save-csv-file.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { BulkOrderTable } from './bulk-order-table.tsx'
import { formatResultCsv } from './bulk-rows.ts'
import type { BulkOrderResult } from './use-bulk-order.ts'

/** The result for each line after the orders were placed, and a button that saves the results as a CSV file. */
export function BulkOrderResultCard({ result: { rows, placed, point } }: { readonly result: BulkOrderResult }) {
  const isWhole = rows.every(({ orderId }) => orderId !== null)
  return (
    <>
      <Notice tone={placed > 0 ? 'good' : 'bad'} className="grid gap-3">
        <p className="text-l font-semibold">{bulkPlacedText(placed, wonText(point))}</p>
        {!isWhole && <p className="text-s text-ink-2">{bulkTexts.kept}</p>}
        <div className="flex flex-wrap gap-2">
          <Button size="s" onClick={() => saveCsvFile(`${bulkResultSheet.name}.csv`, formatResultCsv(rows))}>
            {bulkTexts.download}
          </Button>
          <ButtonLink size="s" href="/order-history">
            {bulkTexts.history}
          </ButtonLink>
        </div>
      </Notice>
      <BulkOrderTable rows={rows} isPlaced />
    </>
  )
}
