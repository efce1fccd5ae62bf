import type { Db } from '#lib/core/db.ts'
import { accountRestricted } from '#lib/members/errors.ts'
import { isRestricted, type Restriction } from '#lib/members/restriction/rules.ts'
import { settings } from '#lib/settings/queries.ts'

/** A member's restriction and the reason, which staff wrote for the member to read. */
export type RestrictionWithReason = Restriction & { restrictionReason: string }

/** Columns of `RestrictionWithReason`, for statements that read a member at login. */
export const restrictionColumns = 'restriction, restricted_until, restriction_reason'

/**
 * Refuses the login of a restricted member. The refusal contains the reason, the end of the restriction, and whom to
 * contact. Call it only after the password, or the account at Naver or Kakao, has proved whose account it is: strangers
 * must not learn that the account exists (docs/contract.md#restrictions).
 * @throws RESTRICTED
 */
export async function refuseRestricted(db: Db, member: RestrictionWithReason): Promise<void> {
  if (!isRestricted(member)) return
  const { FOOTER_CEO_PHONE_NUMBER: phone, SITE_KAKAO_CHANNEL_LINK: chat } = await settings(db)
  const { restriction: level, restrictedUntil, restrictionReason: reason } = member
  const until = level === 'SUSPENDED' ? (restrictedUntil?.toISOString() ?? '') : ''
  const details = Object.entries({ level, until, reason, phone, chat }).filter(([, value]) => value !== '')
  throw accountRestricted(Object.fromEntries(details))
}
