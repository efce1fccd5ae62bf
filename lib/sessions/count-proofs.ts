import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { tooManyRequests } from '#lib/core/limits.ts'
import { failuresAllowed, secondsToWaitSql } from './attempt-limits.ts'
import { proofAttemptLimits } from './rules.ts'

type CallerSession = Pick<Caller, 'memberId' | 'sessionId'>

// Seconds that this attempt ($1) has to wait, by the limit of the session or of the member, whichever demands more;
// null if both limits allow the attempt now.
const waitSql = `
  WITH others AS MATERIALIZED (
    SELECT at, session_id = $3::uuid AS is_of_session FROM reauth_failures
    WHERE member_id = $2 AND at > now() - $4 * interval '1 millisecond' AND id <> $1::bigint
  )
  SELECT greatest(${secondsToWaitSql('is_of_session', '$5', '$4')}, ${secondsToWaitSql('true', '$6', '$4')}) AS wait`

/**
 * Counts a proof of identity (a signed-in member's password entered again), and refuses it after too many failures in
 * this session or by this member. The attempt is stored as failed before the password is checked; a refused attempt
 * isn't counted. Unlike at a login, refusals may lock the member out, since only somebody who has his session can cause
 * failures. Returns the id of the stored attempt, for `deleteProofAttempt`.
 * @throws TOO_MANY_REQUESTS with the seconds until he may try again
 */
export async function countProofAttempt(db: Db, { memberId, sessionId }: CallerSession): Promise<bigint> {
  const { id } = await oneRow<{ id: bigint }>(
    db,
    'INSERT INTO reauth_failures (member_id, session_id) VALUES ($1, $2) RETURNING id',
    [memberId, sessionId],
  )
  const { windowMs, ofSession, ofMember } = proofAttemptLimits
  const allowed = [failuresAllowed(ofSession), failuresAllowed(ofMember)]
  const { wait } = await oneRow<{ wait: number | null }>(db, waitSql, [id, memberId, sessionId, windowMs, ...allowed])
  if (wait === null) return id
  await deleteProofAttempt(db, id)
  throw tooManyRequests(wait)
}

/** Deletes the attempt that `countProofAttempt` stored, because no password was checked in the end. */
export async function deleteProofAttempt(db: Db, id: bigint): Promise<void> {
  await db.rows('DELETE FROM reauth_failures WHERE id = $1', [id])
}

/**
 * Deletes the failures of this session after a correct proof of identity. Failures in the member's other sessions still
 * count.
 */
export async function deleteProofFailures(db: Db, { memberId, sessionId }: Caller): Promise<void> {
  await db.rows('DELETE FROM reauth_failures WHERE member_id = $1 AND session_id = $2', [memberId, sessionId])
}
