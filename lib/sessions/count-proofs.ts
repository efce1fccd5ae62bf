import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { tooMany } from '#lib/core/limits.ts'
import { proofAttemptLimits } from './rules.ts'

type FailureCounts = { ofSession: number; ofMember: number; secondsLeft: number }

/**
 * Stores a proof of identity (a signed-in member's password entered again) as failed before it is checked, and
 * refuses it after too many failures in this session or by this member. Unlike a login, this may lock the member out,
 * since only somebody who has his session can cause failures.
 * @throws TOO_MANY_REQUESTS
 */
export async function countProofAttempt(db: Db, { memberId, sessionId }: Caller): Promise<void> {
  await db.rows('INSERT INTO reauth_failures (member_id, session_id) VALUES ($1, $2)', [memberId, sessionId])
  const counts = await oneRow<FailureCounts>(
    db,
    `SELECT (count(*) FILTER (WHERE session_id = $2))::int AS of_session, count(*)::int AS of_member,
            ceil(extract(epoch FROM min(at) + $3 * interval '1 millisecond' - now()))::int AS seconds_left
     FROM reauth_failures WHERE member_id = $1 AND at > now() - $3 * interval '1 millisecond'`,
    [memberId, sessionId, proofAttemptLimits.windowMs],
  )
  const factor = env().RATE_LIMIT_FACTOR
  const isOverLimit =
    counts.ofSession > proofAttemptLimits.ofSession * factor || counts.ofMember > proofAttemptLimits.ofMember * factor
  if (isOverLimit) throw tooMany(counts.secondsLeft)
}

/**
 * Deletes the failures of this session after a correct proof of identity. Failures in the member's other sessions still
 * count.
 */
export async function deleteProofFailures(db: Db, { memberId, sessionId }: Caller): Promise<void> {
  await db.rows('DELETE FROM reauth_failures WHERE member_id = $1 AND session_id = $2', [memberId, sessionId])
}
