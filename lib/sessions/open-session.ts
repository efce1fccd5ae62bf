import { randomUUID } from 'node:crypto'
import type { Role } from '#lib/core/call.ts'
import { clock, later } from '#lib/core/clock.ts'
import type { Db } from '#lib/core/db.ts'
import { recordVisit, type Visit } from '#lib/members/record-visit.ts'
import { wrongLogin } from './errors.ts'
import { sessionLife } from './rules.ts'
import { signToken } from './sign-token.ts'

export type Session = { token: string; expiresAt: Date }

type Opened = {
  memberId: number
  role: Role
  device: string
  totp?: boolean
  /** Password hash that this login was compared with; none for logins without a password. */
  passwordHash?: string
  /** Browser and address of the login; none in tests. */
  visit?: Visit
}

/**
 * Opens a session row for a member who has proved who he is, `totp` by his second factor too, and signs its token. The
 * update waits for a new password, another role or a deletion that is being written: the login that read what was there
 * before opens nothing then.
 * @throws NOT_FOUND what was proved is no longer his
 */
export async function openSession(db: Db, opened: Opened): Promise<Session> {
  const { memberId, role, device, totp = false, passwordHash = null } = opened
  const id = randomUUID()
  const expiresAt = later(clock.now(), sessionLife(role !== 'MEMBER'))
  const rows = await db.rows(
    `WITH seen AS (
       UPDATE members SET last_login_at = now()
       WHERE id = $2 AND role = $6 AND deleted_at IS NULL AND password_hash IS NOT DISTINCT FROM coalesce($7, password_hash)
       RETURNING id
     )
     INSERT INTO sessions (id, member_id, device, expires_at, totp_at)
     SELECT $1, id, $3, $4, CASE WHEN $5::boolean THEN now() END FROM seen RETURNING id`,
    [id, memberId, device, expiresAt, totp, role, passwordHash],
  )
  if (rows.length === 0) throw wrongLogin()
  if (opened.visit) await recordVisit(db, memberId, opened.visit)
  return { token: await signToken(memberId, id, expiresAt), expiresAt }
}
