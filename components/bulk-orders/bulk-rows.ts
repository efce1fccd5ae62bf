import { type CsvHeads, csvHead, csvLine } from '#lib/core/csv.ts'
import { bulkResultSheet, bulkTexts } from '#lib/orders/bulk/labels.ts'
import type { BulkLine, ListedRow } from '#lib/orders/bulk/rules.ts'
import type { PlacedOrders, PricedOrders } from '#lib/orders/bulk/schema.ts'

/** A line of the list as the server priced or placed it. */
export interface ShownRow {
  readonly line: number
  /** The line as the member wrote it, so that he can correct it. */
  readonly text: string
  readonly serviceId: number | null
  /** Name of the service; null if there is none of this number. */
  readonly name: string | null
  readonly link: string
  readonly amount: number | null
  readonly point: number | null
  readonly orderId: number | null
  /** Why the line can't be ordered, or wasn't; null if there is nothing wrong with it. */
  readonly problem: string | null
  /** Whether its service asks for more than a link and a quantity, which the list has no place for. */
  readonly needsDetails: boolean
}

const unread = { serviceId: null, name: null, amount: null, point: null, orderId: null, needsDetails: false }

const listed = ({ serviceId, link, amount }: ListedRow) => ({ ...unread, serviceId, link, amount })

/** The lines that can be read, which are sent. */
export const rowsToSend = (lines: readonly BulkLine[]): ListedRow[] =>
  lines.flatMap((each) => ('row' in each ? each.row : []))

/** All lines with their prices and problems; `priced` are the results for `rowsToSend` in their sequence. */
export function previewRows(lines: readonly BulkLine[], priced: PricedOrders['results']): ShownRow[] {
  let at = 0
  return lines.map((each): ShownRow => {
    const { line, text } = each
    if ('problem' in each) return { ...unread, line, text, link: text.trim(), problem: each.problem }
    const result = priced[at++]
    const row = { line, text, ...listed(each.row) }
    if (result && 'point' in result) return { ...row, ...result, text, name: result.text, problem: null }
    const { message = bulkTexts.previewFailed, needsDetails = false } = result ?? {}
    return { ...row, name: result?.text ?? null, problem: message, needsDetails }
  })
}

/** The rows after the call: those that were sent, in their sequence, with the numbers of their orders. */
export function placedRows(rows: readonly ShownRow[], results: PlacedOrders['results']): ShownRow[] {
  let at = 0
  return rows.map((row): ShownRow => {
    if (row.problem !== null) return row
    const result = results[at++]
    if (result && 'orderId' in result) return { ...row, orderId: result.orderId }
    return { ...row, problem: result?.message ?? bulkTexts.orderFailed, point: null }
  })
}

/** The lines that were not ordered, as they were written. */
export const linesToCorrect = (rows: readonly ShownRow[]): string =>
  rows
    .filter(({ orderId }) => orderId === null)
    .map(({ text }) => text)
    .join('\n')

/** The result as a CSV file. */
export function resultFile(rows: readonly ShownRow[]): string {
  const heads = bulkResultSheet.heads as CsvHeads<ShownRow>
  const lines = rows.map((row) => csvLine(heads, { ...row, problem: row.problem ?? bulkTexts.placed }))
  return csvHead(heads) + lines.join('')
}
