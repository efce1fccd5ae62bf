import { clock, later } from '#lib/core/clock.ts'
import { fingerprint, randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { tooMany } from '#lib/core/limits.ts'
import { deadTicket } from '#lib/staff/errors.ts'
import { ticketRules } from '#lib/staff/rules.ts'
import { wrongLogin } from './errors.ts'

const TICKET_LENGTH = 40

const ticketHash = (token: string): Buffer => fingerprint('login-ticket', token)

/**
 * Issues a ticket for the second factor to a staff member who has passed the first, and deletes his tickets older than
 * a day. FOR SHARE waits for a concurrent change of the password; the old password then gets no ticket.
 * @throws NOT_FOUND the password was changed since it was compared with `passwordHash`
 */
export async function issueLoginTicket(db: Db, memberId: number, passwordHash: string | null = null): Promise<string> {
  const token = randomCharacters(TICKET_LENGTH)
  const rows = await db.rows(
    `WITH dead AS (DELETE FROM login_tickets WHERE member_id = $2 AND created_at < now() - interval '1 day'),
       holder AS (
         SELECT id FROM members
         WHERE id = $2 AND deleted_at IS NULL AND password_hash IS NOT DISTINCT FROM coalesce($4, password_hash)
         FOR SHARE
       )
     INSERT INTO login_tickets (token_hash, member_id, expires_at) SELECT $1, id, $3 FROM holder RETURNING id`,
    [ticketHash(token), memberId, later(clock.now(), ticketRules.lifeMs), passwordHash],
  )
  if (rows.length === 0) throw wrongLogin()
  return token
}

/** SQL condition: the ticket can still be used for an attempt. */
const usableTicket = `used_at IS NULL AND expires_at > now() AND tries < ${ticketRules.tries}`

const recentTriesQuery = `
  SELECT coalesce(sum(tries), 0)::int AS tries,
         ceil(extract(epoch FROM min(created_at) + $2 * interval '1 millisecond' - now()))::int AS seconds_left
  FROM login_tickets
  WHERE member_id = $1 AND used_at IS NULL AND tries > 0 AND created_at > now() - $2 * interval '1 millisecond'`

export type HeldTicket = { id: number; memberId: number; secret: Buffer | null }

/**
 * Counts an attempt with this ticket before its code is checked. The lock on the member makes his concurrent attempts
 * wait for each other, so that together they can't exceed the limit for all his tickets.
 * @throws CONFLICT the ticket is invalid; TOO_MANY_REQUESTS
 */
export function takeTry(db: Database, token: string): Promise<HeldTicket> {
  return db.transaction(async (tx) => {
    const [owner] = await tx.rows<{ id: number }>(
      `SELECT m.id FROM login_tickets t JOIN members m ON m.id = t.member_id WHERE t.token_hash = $1
       FOR NO KEY UPDATE OF m`,
      [ticketHash(token)],
    )
    if (!owner) throw deadTicket()
    const recent = await oneRow<{ tries: number; secondsLeft: number | null }>(tx, recentTriesQuery, [
      owner.id,
      ticketRules.windowMs,
    ])
    if (recent.tries >= ticketRules.triesOfMember) throw tooMany(recent.secondsLeft ?? 0)
    const [ticket] = await tx.rows<HeldTicket>(
      `UPDATE login_tickets SET tries = tries + 1 WHERE token_hash = $1 AND ${usableTicket} RETURNING id, member_id, secret`,
      [ticketHash(token)],
    )
    if (!ticket) throw deadTicket()
    return ticket
  })
}

/** Marks a ticket as used. Returns false if another request has used it already. */
export async function spendTicket(tx: Db, id: number): Promise<boolean> {
  const rows = await tx.rows(
    'UPDATE login_tickets SET used_at = now() WHERE id = $1 AND used_at IS NULL RETURNING id',
    [id],
  )
  return rows.length > 0
}

type HeldSecret = { secret: Buffer; memberId: number; loginId: string }

/**
 * Stores a secret for the authenticator with the ticket, for a holder without an authenticator. A repeated call returns
 * the secret stored first.
 * @throws CONFLICT the ticket is invalid, or its holder has an authenticator
 */
export async function holdSecret(db: Db, token: string, sealed: Buffer): Promise<HeldSecret> {
  const [held] = await db.rows<HeldSecret>(
    `UPDATE login_tickets t SET secret = coalesce(t.secret, $2) FROM members m
     WHERE t.token_hash = $1 AND ${usableTicket} AND m.id = t.member_id AND m.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM staff_totp s WHERE s.member_id = m.id)
     RETURNING t.secret, m.id AS member_id, m.login_id`,
    [ticketHash(token), sealed],
  )
  if (!held) throw deadTicket()
  return held
}
