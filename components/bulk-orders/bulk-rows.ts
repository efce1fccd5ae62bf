import { type CsvHeads, csvHeadingLine, csvLine } from '#lib/core/csv.ts'
import { pointsFromResponse, pointsToNumber } from '#lib/money/points.ts'
import { bulkResultSheet, bulkTexts } from '#lib/orders/bulk/labels.ts'
import type { BulkLine, BulkListRow } from '#lib/orders/bulk/rules.ts'
import type { PlacedOrders, PricedOrders } from '#lib/orders/bulk/schema.ts'
import type { IdAndName } from '../orders/link-advice.ts'
import { platformWarning } from './platform-warning.ts'

/** A line of the list with the server's answer about it. A line that can't be parsed isn't sent and has no answer. */
export interface BulkOrderRow {
  readonly line: number
  /** The line as the member wrote it, so that he can correct it. */
  readonly text: string
  readonly serviceId: number | null
  /** Name of the service; null if it is unknown, for example because no service has this id. */
  readonly name: string | null
  readonly link: string
  /** Quantity; null if the line can't be parsed. */
  readonly amount: number | null
  /** Price in points; null if no price is known. */
  readonly point: number | null
  /** Id of the placed order; null if no order was placed. */
  readonly orderId: number | null
  /** Why the line can't be ordered or wasn't ordered; null if nothing is wrong with it. */
  readonly problem: string | null
  /** Whether the service requires details besides link and quantity, which a line of the list can't contain. */
  readonly needsDetails: boolean
  /** True if only the balance is too low to order the line. In the preview, `point` is then still the line's price. */
  readonly isShort: boolean
  /**
   * Warning that the link seems to belong to another platform; null without a warning. The line can be ordered
   * nevertheless.
   */
  readonly warning: string | null
}

export interface BulkOrderPreview {
  readonly rows: readonly BulkOrderRow[]
  /** Total price of the rows that can be ordered, in points. */
  readonly point: number
  /** The member's balance before the orders, in points. */
  readonly balance: number
}

const emptyRow = {
  ...{ serviceId: null, name: null, amount: null, point: null, orderId: null },
  ...{ needsDetails: false, isShort: false, warning: null },
}

const listedFields = ({ serviceId, link, amount }: BulkListRow) => ({ ...emptyRow, serviceId, link, amount })

/** The lines that could be parsed; only they are sent to the server. */
export const rowsToSend = (lines: readonly BulkLine[]): BulkListRow[] =>
  lines.flatMap((each) => ('row' in each ? each.row : []))

/**
 * All lines with their prices, problems and warnings. `priced` are the server's results for `rowsToSend`, in the same
 * order; `platforms` are all platforms of the shop.
 */
export function previewRows(
  lines: readonly BulkLine[],
  priced: PricedOrders['results'],
  platforms: readonly IdAndName[] = [],
): BulkOrderRow[] {
  let nextResult = 0
  return lines.map((each): BulkOrderRow => {
    const { line, text } = each
    if ('problem' in each) return { ...emptyRow, line, text, link: text.trim(), problem: each.problem }
    const result = priced[nextResult++]
    const platformId = result?.platformId ?? null
    const warning = platformId === null ? null : platformWarning(each.row.link, platformId, platforms)
    const row = { line, text, ...listedFields(each.row), warning }
    if (result && 'point' in result)
      return { ...row, name: result.text, amount: result.amount, point: result.point, problem: null }
    const { message = bulkTexts.previewFailed, needsDetails = false, price = null } = result ?? {}
    return { ...row, name: result?.text ?? null, problem: message, needsDetails, point: price, isShort: price !== null }
  })
}

/**
 * `total`: total price of all lines with a price, including lines that the balance doesn't cover. `missing`: won that
 * the balance lacks to pay `total`, rounded up to whole won as on the order form.
 */
export function computeShortage(rows: readonly BulkOrderRow[], balance: number): { total: number; missing: number } {
  const total = rows.reduce((sum, { point }) => sum + pointsFromResponse(point ?? 0), 0n)
  const missing = total - pointsFromResponse(balance)
  return { total: pointsToNumber(total), missing: missing > 0n ? Math.ceil(pointsToNumber(missing)) : 0 }
}

/**
 * The rows as they are after the call that places their orders. `results` are the server's results for the rows without
 * a problem, in the same order.
 */
export function rowsAfterPlacing(rows: readonly BulkOrderRow[], results: PlacedOrders['results']): BulkOrderRow[] {
  let nextResult = 0
  return rows.map((row): BulkOrderRow => {
    if (row.problem !== null) return { ...row, point: null }
    const result = results[nextResult++]
    if (result && 'orderId' in result) return { ...row, orderId: result.orderId }
    return { ...row, problem: result?.message ?? bulkTexts.orderFailed, point: null }
  })
}

/** The lines that were not ordered, as the member wrote them. */
export const linesToCorrect = (rows: readonly BulkOrderRow[]): string =>
  rows
    .filter(({ orderId }) => orderId === null)
    .map(({ text }) => text)
    .join('\n')

/** Text of a CSV file with the result for each line. */
export function formatResultCsv(rows: readonly BulkOrderRow[]): string {
  const heads = bulkResultSheet.heads as CsvHeads<BulkOrderRow>
  const lines = rows.map((row) => csvLine(heads, { ...row, problem: row.problem ?? bulkTexts.placed }))
  return csvHeadingLine(heads) + lines.join('')
}
