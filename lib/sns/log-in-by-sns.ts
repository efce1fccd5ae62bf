import type { Role } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import type { Visit } from '#lib/members/record-visit.ts'
import { completeFirstFactor, type SecondFactorChallenge } from '#lib/sessions/complete-first-factor.ts'
import type { OpenedSession } from '#lib/sessions/open-session.ts'
import { type RestrictionWithReason, refuseRestricted } from '#lib/sessions/refuse-restricted.ts'
import type { SnsProvider } from './rules.ts'

/** An account at Naver or Kakao. `subject` is the account's id there. */
export type SnsAccount = { provider: SnsProvider; subject: string }

type Row = RestrictionWithReason & { id: number; role: Role }

/**
 * Logs in the member to whom this account is linked. Returns null if no member is linked.
 * @throws RESTRICTED; the errors of completeFirstFactor
 */
export async function logInBySns(
  db: Db,
  { provider, subject }: SnsAccount,
  from: { device: string; visit?: Visit },
): Promise<OpenedSession | SecondFactorChallenge | null> {
  const [member] = await db.rows<Row>(
    `SELECT m.id, m.role, m.restriction, m.restricted_until, m.restriction_reason
     FROM sns_links l JOIN members m ON m.id = l.member_id
     WHERE l.provider = $1 AND l.subject = $2 AND m.deleted_at IS NULL`,
    [provider, subject],
  )
  if (!member) return null
  await refuseRestricted(db, member)
  return completeFirstFactor(db, { memberId: member.id, role: member.role, ...from })
}
