import type { Db } from '#lib/core/db.ts'

/**
 * A deposit that no charge can fit any more, a day after it came, is for staff: one task each, closed by itself once the
 * deposit is settled.
 */
export async function tellOfWaiting(db: Db): Promise<void> {
  await db.rows(
    `INSERT INTO tasks (kind, ref_type, ref_id, detail)
     SELECT 'DEPOSIT', 'deposit', id, json_build_object('name', name, 'amount', amount / 100, 'at', at)
     FROM deposits WHERE status = 'WAITING' AND at < now() - interval '24 hours'
     ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO NOTHING`,
  )
  await db.rows(
    `UPDATE tasks SET resolved_at = now() WHERE kind = 'DEPOSIT' AND resolved_at IS NULL
       AND EXISTS (SELECT FROM deposits d WHERE d.id = tasks.ref_id AND d.status <> 'WAITING')`,
  )
}
