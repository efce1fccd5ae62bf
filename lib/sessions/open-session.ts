import { randomUUID } from 'node:crypto'
import type { Role } from '#lib/core/call.ts'
import { clock, later } from '#lib/core/clock.ts'
import type { Db } from '#lib/core/db.ts'
import { sessionLife } from './rules.ts'
import { signToken } from './sign-token.ts'

export type Session = { token: string; expiresAt: Date }

type Opened = { memberId: number; role: Role; device: string; totp?: boolean }

/** Opens a session row for a member who has proved who he is, `totp` by his second factor too, and signs its token. */
export async function openSession(db: Db, { memberId, role, device, totp = false }: Opened): Promise<Session> {
  const id = randomUUID()
  const expiresAt = later(clock.now(), sessionLife(role !== 'MEMBER'))
  await db.rows(
    `WITH seen AS (UPDATE members SET last_login_at = now() WHERE id = $2)
     INSERT INTO sessions (id, member_id, device, expires_at, totp_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $5::boolean THEN now() END)`,
    [id, memberId, device, expiresAt, totp],
  )
  return { token: await signToken(memberId, id, expiresAt), expiresAt }
}
