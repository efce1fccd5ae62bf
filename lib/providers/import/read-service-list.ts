import { type ListedService, type RefusedRow, readRow } from './read-row.ts'

export type ServiceList = { services: ListedService[]; refused: RefusedRow[] }

/** Rows read at most; no provider has more. */
const MOST_ROWS = 20_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The rows of an answer: the list itself, a list in an envelope, or an object of rows by id. Null when it is none. */
function rowsOf(answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer
  if (!isRecord(answer) || Object.hasOwn(answer, 'error')) return null
  for (const envelope of ['services', 'data', 'result']) {
    if (Object.hasOwn(answer, envelope)) return Array.isArray(answer[envelope]) ? answer[envelope] : null
  }
  const rows = Object.values(answer)
  return rows.length > 0 && rows.every((row) => isRecord(row) && Object.hasOwn(row, 'service')) ? rows : null
}

/** Reads a provider's whole list: what can be sold, and of everything else why not. Null when there is no list in it. */
export function readServiceList(answer: unknown): ServiceList | null {
  const rows = rowsOf(answer)
  if (!rows) return null
  const services = new Map<string, ListedService>()
  const refused: RefusedRow[] = []
  for (const [index, value] of rows.slice(0, MOST_ROWS).entries()) {
    const row = readRow(value, index)
    if ('reason' in row) refused.push(row)
    else if (services.has(row.remoteId))
      refused.push({ index, remoteId: row.remoteId, name: row.name, reason: 'DUPLICATE' })
    else services.set(row.remoteId, row)
  }
  if (rows.length > MOST_ROWS) refused.push({ index: MOST_ROWS, remoteId: null, name: '', reason: 'TOO_MANY' })
  return { services: [...services.values()], refused }
}
