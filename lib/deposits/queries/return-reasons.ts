import type { Db } from '#lib/core/db.ts'

/** Number of latest returned deposits whose reasons are considered, and number of reasons offered. */
const MAX_RETURNS = 200
const MAX_REASONS = 5

const reasonsQuery = `
  SELECT reason FROM (
    SELECT reason, count(*) AS times, max(id) AS last FROM (
      SELECT id, reason FROM audit_entries WHERE action = 'deposit.returned' ORDER BY id DESC LIMIT ${MAX_RETURNS}
    ) AS latest WHERE reason <> '' GROUP BY reason
  ) AS reasons ORDER BY times DESC, last DESC LIMIT ${MAX_REASONS}`

/** The reasons that staff lately gave most often for returning a deposit, offered to them for the next one. */
export async function returnReasons(db: Db): Promise<string[]> {
  const rows = await db.rows<{ reason: string }>(reasonsQuery)
  return rows.map(({ reason }) => reason)
}
