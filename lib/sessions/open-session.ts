import { randomUUID } from 'node:crypto'
import type { Role } from '#lib/core/call.ts'
import { clock, timeAfter } from '#lib/core/clock.ts'
import type { Db } from '#lib/core/db.ts'
import { recordVisit, type Visit } from '#lib/members/record-visit.ts'
import { wrongLogin } from './errors.ts'
import { sessionLifeMs } from './rules.ts'
import { signSessionToken } from './sign-session-token.ts'

/** A session that was opened: its signed token, and when it expires. */
export type OpenedSession = { token: string; expiresAt: Date }

type SessionOpening = {
  memberId: number
  role: Role
  /** The shortened User-Agent of the browser. */
  device: string
  totp?: boolean
  /** The hash that the typed password was compared with; absent for logins without a password. */
  passwordHash?: string
  /** The browser's random id (its `device` cookie) and its IP address, which are recorded; absent in tests. */
  visit?: Visit
}

/**
 * Opens a session for a member whose identity was checked, and signs its token. `totp` is true if he has passed the
 * second factor. If another transaction is changing his password or role, or deleting his account, waits for that
 * transaction; the login then fails.
 * @throws NOT_FOUND password, role or account has changed since the check
 */
export async function openSession(db: Db, opening: SessionOpening): Promise<OpenedSession> {
  const { memberId, role, device, totp = false, passwordHash = null } = opening
  const id = randomUUID()
  const expiresAt = timeAfter(clock.now(), sessionLifeMs(role !== 'MEMBER'))
  const rows = await db.rows(
    `WITH holder AS (
       UPDATE members SET last_login_at = now()
       WHERE id = $2 AND role = $6 AND deleted_at IS NULL AND password_hash IS NOT DISTINCT FROM coalesce($7, password_hash)
       RETURNING id
     )
     INSERT INTO sessions (id, member_id, device, expires_at, totp_at)
     SELECT $1, id, $3, $4, CASE WHEN $5::boolean THEN now() END FROM holder RETURNING id`,
    [id, memberId, device, expiresAt, totp, role, passwordHash],
  )
  if (rows.length === 0) throw wrongLogin()
  if (opening.visit) await recordVisit(db, memberId, opening.visit)
  return { token: await signSessionToken(memberId, id, expiresAt), expiresAt }
}
