import { clock, timeAfter } from '#lib/core/clock.ts'
import { possibleFingerprints, randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { tooManyRequests } from '#lib/core/limits.ts'
import { invalidLoginTicket } from '#lib/staff/errors.ts'
import { loginTicketLimits } from '#lib/staff/rules.ts'
import { wrongLogin } from './errors.ts'

const TICKET_LENGTH = 40

/** Hashes under which a ticket may have been stored, one per valid AUTH_SECRET; a new ticket uses the first hash. */
const ticketHashes = (token: string): Buffer[] => possibleFingerprints('login-ticket', token)

/**
 * Issues a ticket for the second step of a staff login, and deletes the member's tickets older than a day. FOR SHARE
 * waits for a concurrent change of the password; the old password then gets no ticket.
 * @throws NOT_FOUND the password was changed since it was compared with `passwordHash`, or the account was deleted
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
    [ticketHashes(token)[0], memberId, timeAfter(clock.now(), loginTicketLimits.lifeMs), passwordHash],
  )
  if (rows.length === 0) throw wrongLogin()
  return token
}

/** SQL condition: the ticket allows another attempt. */
const usableTicket = `used_at IS NULL AND expires_at > now() AND tries < ${loginTicketLimits.tries}`

const recentTriesQuery = `
  SELECT coalesce(sum(tries), 0)::int AS tries,
         ceil(extract(epoch FROM min(created_at) + $2 * interval '1 millisecond' - now()))::int AS seconds_left
  FROM login_tickets
  WHERE member_id = $1 AND used_at IS NULL AND tries > 0 AND created_at > now() - $2 * interval '1 millisecond'`

/** A ticket for the second step of a staff login. `secret`: encrypted secret of the authenticator being set up. */
export type LoginTicket = { id: number; memberId: number; secret: Buffer | null }

/**
 * Counts an attempt with this ticket before its code is checked. The lock on the member's row makes his attempts run
 * one after the other: concurrent ones can't exceed the limit that all his tickets share.
 * @throws CONFLICT the ticket is invalid; TOO_MANY_REQUESTS
 */
export function countTicketAttempt(db: Database, token: string): Promise<LoginTicket> {
  return db.transaction(async (tx) => {
    const [owner] = await tx.rows<{ id: number }>(
      `SELECT m.id FROM login_tickets t JOIN members m ON m.id = t.member_id WHERE t.token_hash = ANY ($1::bytea[])
       FOR NO KEY UPDATE OF m`,
      [ticketHashes(token)],
    )
    if (!owner) throw invalidLoginTicket()
    const recent = await oneRow<{ tries: number; secondsLeft: number | null }>(tx, recentTriesQuery, [
      owner.id,
      loginTicketLimits.windowMs,
    ])
    if (recent.tries >= loginTicketLimits.triesOfMember) throw tooManyRequests(recent.secondsLeft ?? 0)
    const [ticket] = await tx.rows<LoginTicket>(
      `UPDATE login_tickets SET tries = tries + 1 WHERE token_hash = ANY ($1::bytea[]) AND ${usableTicket} RETURNING id, member_id, secret`,
      [ticketHashes(token)],
    )
    if (!ticket) throw invalidLoginTicket()
    return ticket
  })
}

/** Marks a ticket as used. Returns false if another request has used it already. */
export async function markTicketUsed(tx: Db, id: number): Promise<boolean> {
  const rows = await tx.rows(
    'UPDATE login_tickets SET used_at = now() WHERE id = $1 AND used_at IS NULL RETURNING id',
    [id],
  )
  return rows.length > 0
}

type TicketSecret = { secret: Buffer; memberId: number; loginId: string }

/**
 * Stores the encrypted secret of a new authenticator with the ticket. Returns the secret, and the ids of the ticket's
 * holder. If the ticket already has a secret, keeps and returns that one.
 * @throws CONFLICT the ticket is invalid, or its holder has an authenticator
 */
export async function storeTicketSecret(db: Db, token: string, encryptedSecret: Buffer): Promise<TicketSecret> {
  const [ticketSecret] = await db.rows<TicketSecret>(
    `UPDATE login_tickets t SET secret = coalesce(t.secret, $2) FROM members m
     WHERE t.token_hash = ANY ($1::bytea[]) AND ${usableTicket} AND m.id = t.member_id AND m.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM staff_totp s WHERE s.member_id = m.id)
     RETURNING t.secret, m.id AS member_id, m.login_id`,
    [ticketHashes(token), encryptedSecret],
  )
  if (!ticketSecret) throw invalidLoginTicket()
  return ticketSecret
}
