import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { tooMany } from '#lib/core/limits.ts'
import { proofRules } from './rules.ts'

type FailureCounts = { ofSession: number; ofMember: number; secondsLeft: number }

/**
 * Counts a proof of identity of a signed-in member as failed before it is checked, and refuses a session or member with
 * too many failures. Unlike a login this may lock the member out: only somebody with a session can cause failures, so
 * no stranger can. The address isn't considered.
 * @throws TOO_MANY_REQUESTS
 */
export async function countProof(db: Db, { memberId, sessionId }: Caller): Promise<void> {
  await db.rows('INSERT INTO reauth_failures (member_id, session_id) VALUES ($1, $2)', [memberId, sessionId])
  const counts = await oneRow<FailureCounts>(
    db,
    `SELECT (count(*) FILTER (WHERE session_id = $2))::int AS of_session, count(*)::int AS of_member,
            ceil(extract(epoch FROM min(at) + $3 * interval '1 millisecond' - now()))::int AS seconds_left
     FROM reauth_failures WHERE member_id = $1 AND at > now() - $3 * interval '1 millisecond'`,
    [memberId, sessionId, proofRules.windowMs],
  )
  const factor = env().RATE_LIMIT_FACTOR
  const over = counts.ofSession > proofRules.ofSession * factor || counts.ofMember > proofRules.ofMember * factor
  if (over) throw tooMany(counts.secondsLeft)
}

/** Deletes the failures of this session after a success; those of other sessions still count for the member. */
export async function forgiveProofs(db: Db, { memberId, sessionId }: Caller): Promise<void> {
  await db.rows('DELETE FROM reauth_failures WHERE member_id = $1 AND session_id = $2', [memberId, sessionId])
}
