import type { Db } from '#lib/core/db.ts'

/** Maximum number of latest returned deposits whose reasons are considered. */
const MAX_RETURNS = 200
/** Maximum number of reasons offered. */
const MAX_REASONS = 5

const reasonsQuery = `
  SELECT reason FROM (
    SELECT reason, count(*) AS times, max(id) AS last FROM (
      SELECT id, reason FROM audit_entries WHERE action = 'deposit.returned' ORDER BY id DESC LIMIT ${MAX_RETURNS}
    ) AS latest WHERE reason <> '' GROUP BY reason
  ) AS reasons ORDER BY times DESC, last DESC LIMIT ${MAX_REASONS}`

/**
 * The reasons that staff gave most often for the MAX_RETURNS latest returns of deposits, at most MAX_REASONS, most
 * frequent first. They are offered for the next return.
 */
export async function frequentReturnReasons(db: Db): Promise<string[]> {
  const rows = await db.rows<{ reason: string }>(reasonsQuery)
  return rows.map(({ reason }) => reason)
}
