import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { TransferBank } from './labels.ts'
import type { TransferFileRow } from './schema.ts'

/**
 * A bulk-transfer file as stored, with the numbers of its refunds, of those that were sent and of those that failed.
 */
type StoredFile = {
  id: number
  bank: TransferBank
  total: Points
  createdAt: Date
  createdBy: string
  count: number
  sent: number
  failed: number
}

// Files that still lack the result of a refund are listed however old they are, because this list is the only place
// where staff download files and import results.
const listedFilesSql = `
  SELECT * FROM transfer_files WHERE id IN (SELECT id FROM transfer_files ORDER BY id DESC LIMIT 20)
    OR id IN (SELECT file_id FROM transfer_items WHERE result IS NULL)`

/**
 * The 20 newest bulk-transfer files and all older ones that still lack the result of a refund, each with how many of
 * its refunds the bank has sent and failed to send.
 */
export async function transferFilesForStaff(db: Db): Promise<{ rows: TransferFileRow[] }> {
  const rows = await db.rows<StoredFile>(
    `SELECT f.id, f.bank, f.total, f.created_at, m.login_id AS created_by, c.count, c.sent, c.failed
     FROM (${listedFilesSql}) f JOIN members m ON m.id = f.created_by
       CROSS JOIN LATERAL (
         SELECT count(*)::int AS count, (count(*) FILTER (WHERE result = 'SENT'))::int AS sent,
           (count(*) FILTER (WHERE result = 'FAILED'))::int AS failed
         FROM transfer_items WHERE file_id = f.id
       ) c
     ORDER BY f.id DESC`,
  )
  return {
    rows: rows.map(({ total, createdAt, ...row }) => ({
      ...row,
      total: pointsToNumber(total),
      createdAt: createdAt.toISOString(),
    })),
  }
}
