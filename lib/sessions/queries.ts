import { batchLookups } from '#lib/core/batch-lookups.ts'
import type { Caller, Role } from '#lib/core/call.ts'
import { clock } from '#lib/core/clock.ts'
import type { Db } from '#lib/core/db.ts'
import { verifySignedToken } from '#lib/core/verify-token.ts'
import { accountRestricted } from '#lib/members/errors.ts'
import { isRestricted, type Restriction } from '#lib/members/restriction/rules.ts'
import { openSessionSql, readStaffIdleMinutes } from '#lib/staff/idle.ts'
import { REAUTH_PURPOSE } from './reauth-token.ts'
import { sessionOfToken } from './sign-session-token.ts'

type Row = Restriction & { id: string; memberId: number; loginId: string; role: Role; totp: boolean; stale: boolean }

/** A member with an open session; `restricted` is true while his account is restricted. */
export type SessionHolder = { caller: Caller; restricted: boolean }

async function loadSessions(db: Db, sessionIds: string[]): Promise<Map<string, Row>> {
  const rows = await db.rows<Row>(
    `SELECT s.id, m.id AS member_id, m.login_id, m.role, m.restriction, m.restricted_until,
            s.totp_at IS NOT NULL AS totp,
            s.last_used_at < now() - interval '1 minute' AS stale
     FROM sessions s JOIN members m ON m.id = s.member_id
     WHERE s.id = ANY ($1::uuid[]) AND m.deleted_at IS NULL AND ${openSessionSql('$2')}`,
    [sessionIds, await readStaffIdleMinutes(db)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Loaders by database handle; each reads the sessions of concurrent requests in one query. */
const loaders = new WeakMap<Db, (sessionId: string) => Promise<Row | undefined>>()

function loadSession(db: Db, sessionId: string): Promise<Row | undefined> {
  const loader = loaders.get(db) ?? batchLookups((sessionIds) => loadSessions(db, sessionIds))
  loaders.set(db, loader)
  return loader(sessionId)
}

/**
 * Returns the member whose session a token names. The session is read from the database at each request, so that a
 * restriction applies at once (docs/contract.md#restrictions). Returns null if the token is invalid, if the session has
 * expired or was revoked, or if a staff session was idle too long. Also stores the session's last use, at most once a
 * minute.
 */
export async function holderOfToken(db: Db, token: string): Promise<SessionHolder | null> {
  const sessionId = await sessionOfToken(token)
  const row = sessionId && (await loadSession(db, sessionId))
  if (!row) return null
  if (row.stale) await db.rows('UPDATE sessions SET last_used_at = now() WHERE id = $1', [row.id])
  const { memberId, loginId, role, totp } = row
  return { caller: { memberId, loginId, role, via: 'session', sessionId: row.id, totp }, restricted: isRestricted(row) }
}

/**
 * The caller whose session a token names; null if the token is invalid, or if its session isn't open any more
 * (`holderOfToken`). @throws RESTRICTED
 */
export async function callerOfToken(db: Db, token: string): Promise<Caller | null> {
  const holder = await holderOfToken(db, token)
  if (holder?.restricted) throw accountRestricted()
  return holder?.caller ?? null
}

/** True if the caller's session began within the last hour. */
export const isNewSession = async (db: Db, { sessionId }: Caller): Promise<boolean> =>
  (await db.rows("SELECT FROM sessions WHERE id = $1 AND created_at > now() - interval '1 hour'", [sessionId])).length >
  0

/** Maximum number of sessions that are listed. */
const MAX_LISTED = 50

type SessionRow = { id: string; device: string; createdAt: Date; lastUsedAt: Date }

/**
 * Open sessions of a member: the current one, then the others, the most recently used first. At most 50 (MAX_LISTED),
 * because a program may log in every few minutes.
 */
export async function sessionsOf(db: Db, memberId: number, currentId: string | null) {
  const rows = await db.rows<SessionRow>(
    `SELECT s.id, s.device, s.created_at, s.last_used_at FROM sessions s JOIN members m ON m.id = s.member_id
     WHERE s.member_id = $1 AND ${openSessionSql('$2')}
     ORDER BY s.id = $3 DESC NULLS LAST, s.last_used_at DESC LIMIT ${MAX_LISTED}`,
    [memberId, await readStaffIdleMinutes(db), currentId],
  )
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === currentId,
  }))
}

/** A member's last logins, newest first; `open` is true if the session of the login is still open. */
export async function lastLoginsOf(db: Db, memberId: number, size = 10) {
  const rows = await db.rows<Omit<SessionRow, 'id'> & { open: boolean }>(
    `SELECT s.device, s.created_at, s.last_used_at,
            ${openSessionSql('$3')} AS open
     FROM sessions s JOIN members m ON m.id = s.member_id
     WHERE s.member_id = $1 ORDER BY s.created_at DESC LIMIT $2`,
    [memberId, size, await readStaffIdleMinutes(db)],
  )
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
  }))
}

/**
 * True if this `x-reauth` token shows that the caller has proved his identity again in the present session, within the
 * last five minutes.
 */
export async function isValidReauthToken(caller: Caller, token: string): Promise<boolean> {
  const subject = String(caller.memberId)
  const payload = await verifySignedToken(token, REAUTH_PURPOSE, { subject, currentDate: clock.now() })
  return payload !== null && payload.sid === caller.sessionId
}
