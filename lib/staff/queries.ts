import type { Db } from '#lib/core/db.ts'
import type { StaffRow } from './schema.ts'

type Row = Omit<StaffRow, 'createdAt' | 'lastLoginAt'> & { createdAt: Date; lastLoginAt: Date | null }

/** Everybody who may enter the console, owners first. */
export async function staffMembers(db: Db): Promise<StaffRow[]> {
  const rows = await db.rows<Row>(
    `SELECT id AS member_no, login_id AS member_id, role, created_at, last_login_at FROM members
     WHERE role <> 'MEMBER' AND deleted_at IS NULL
     ORDER BY array_position(ARRAY['OWNER', 'MANAGER', 'SUPPORT'], role), id`,
  )
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  }))
}
