import { type ListedService, type RefusedRow, readListRow } from './read-row.ts'

/** A provider's list: services that can be sold, and the rows that the import skips. */
export type ServiceList = { services: ListedService[]; refused: RefusedRow[] }

/** Maximum number of rows read from one list; no known provider lists as many. */
const MAX_ROWS = 20_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Finds the rows in a provider's response: the array itself, an array in one of the usual fields, or an object with a
 * row for each id. Null if the response has no rows.
 */
function rowsOf(answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer
  if (!isRecord(answer) || Object.hasOwn(answer, 'error')) return null
  for (const envelope of ['services', 'data', 'result']) {
    if (Object.hasOwn(answer, envelope)) return Array.isArray(answer[envelope]) ? answer[envelope] : null
  }
  const rows = Object.values(answer)
  return rows.length > 0 && rows.every((row) => isRecord(row) && Object.hasOwn(row, 'service')) ? rows : null
}

/**
 * Reads a provider's list: services that can be sold, and the refused rows with their reasons. Rows after the first
 * 20,000 (MAX_ROWS) aren't read; one refused row stands for all of them. Null if the response contains no list.
 */
export function readServiceList(answer: unknown): ServiceList | null {
  const rows = rowsOf(answer)
  if (!rows) return null
  const services = new Map<string, ListedService>()
  const refused: RefusedRow[] = []
  for (const [index, value] of rows.slice(0, MAX_ROWS).entries()) {
    const row = readListRow(value, index)
    if ('reason' in row) refused.push(row)
    else if (services.has(row.remoteId))
      refused.push({ index, remoteId: row.remoteId, name: row.name, reason: 'DUPLICATE' })
    else services.set(row.remoteId, row)
  }
  if (rows.length > MAX_ROWS) refused.push({ index: MAX_ROWS, remoteId: null, name: '', reason: 'TOO_MANY' })
  return { services: [...services.values()], refused }
}
