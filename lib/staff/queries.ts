import type { Db } from '#lib/core/db.ts'
import { prisma } from '#lib/core/prisma.ts'
import { openSessionSql, readStaffIdleMinutes } from './idle.ts'
import type { SavedFilter, StaffQuery, StaffRow } from './schema.ts'

type Row = Omit<StaffRow, 'createdAt' | 'lastLoginAt' | 'totpSince' | 'sessions'> & {
  createdAt: Date
  lastLoginAt: Date | null
  totpSince: Date | null
  sessions: { device: string; lastUsedAt: string }[]
}

const isoTime = (at: Date | null): string | null => at?.toISOString() ?? null

/** All staff, OWNERs first: each with the time when he set up his authenticator, and his open sessions. */
export async function listStaff(db: Db): Promise<StaffRow[]> {
  const rows = await db.rows<Row>(
    `SELECT m.id AS member_no, m.login_id AS member_id, m.role, m.created_at, m.last_login_at,
       t.confirmed_at AS totp_since,
       (SELECT count(*)::int FROM recovery_codes r WHERE r.member_id = m.id AND r.used_at IS NULL) AS recovery_codes_left,
       coalesce((
         SELECT json_agg(json_build_object('device', s.device, 'lastUsedAt', s.last_used_at) ORDER BY s.last_used_at DESC)
         FROM sessions s WHERE s.member_id = m.id AND ${openSessionSql('$1')}
       ), '[]') AS sessions
     FROM members m LEFT JOIN staff_totp t ON t.member_id = m.id
     WHERE m.role <> 'MEMBER' AND m.deleted_at IS NULL
     ORDER BY array_position(ARRAY['OWNER', 'MANAGER', 'SUPPORT'], m.role), m.id`,
    [await readStaffIdleMinutes(db)],
  )
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: isoTime(row.lastLoginAt),
    totpSince: isoTime(row.totpSince),
    sessions: row.sessions.map((each) => ({ ...each, lastUsedAt: new Date(each.lastUsedAt).toISOString() })),
  }))
}

/**
 * One page of the staff, newest members first (docs/contract.md#staff-lists). Reads all staff, because they are few.
 */
export async function listStaffPage(db: Db, { size, cursor = Number.POSITIVE_INFINITY }: StaffQuery) {
  const all = (await listStaff(db)).toSorted((one, other) => other.memberNo - one.memberNo)
  const rest = all.filter(({ memberNo }) => memberNo < cursor)
  const rows = rest.slice(0, size)
  return { rows, nextCursor: rest.length > size ? (rows.at(-1)?.memberNo ?? null) : null, total: all.length }
}

/** The filters of lists that a staff member has saved, oldest first. */
export const listSavedFilters = (memberId: number): Promise<SavedFilter[]> =>
  prisma().savedFilter.findMany({
    where: { memberId },
    orderBy: { id: 'asc' },
    select: { id: true, page: true, name: true, query: true },
  })
