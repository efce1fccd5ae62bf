import { apiKeyOf } from '#lib/api-keys/queries.ts'
import { maskedKey } from '#lib/api-keys/rules.ts'
import { lastChargesOf } from '#lib/charges/queries.ts'
import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { memberForStaff } from '#lib/members/queries.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { lastAutoOrdersOf } from '#lib/orders/auto/queries/list-for-staff.ts'
import { lastOrdersOf } from '#lib/orders/queries/list-for-staff.ts'
import { adjustmentsOf, balanceOf, lastEntries, openDebt } from '#lib/points/queries.ts'
import { rewardsOf } from '#lib/referrals/queries.ts'
import { lastLogins } from '#lib/sessions/queries.ts'
import { unknownEmail } from './errors.ts'
import { holderOfLink } from './reset-link.ts'
import type { AdminMember, Profile } from './schema.ts'

/** A member as he sees himself: his api-key masked unless he has just proved who he is, or in the demo. */
export async function profileOf(db: Db, caller: Caller): Promise<Profile> {
  const { memberId, loginId, role } = caller
  const [point, key, member] = await Promise.all([
    balanceOf(db, memberId),
    apiKeyOf(db, memberId),
    oneRow<{ referralCode: string | null }>(db, 'SELECT referral_code FROM members WHERE id = $1', [memberId]),
  ])
  const apiKey = key && !caller.reauthenticated && !env().DEMO ? maskedKey(key) : key
  return { id: loginId, point: pointsToNumber(point), apiKey, referralCode: member.referralCode, role }
}

/**
 * The login id of the member with this e-mail address.
 * @throws NOT_FOUND nobody has it (docs/contract.md#account-look-up)
 */
export async function loginIdOf(db: Db, email: string): Promise<string> {
  const [member] = await db.rows<{ loginId: string }>('SELECT login_id FROM members WHERE email = $1', [email])
  if (!member) throw unknownEmail()
  return member.loginId
}

/** Whether a reset link still works: the screen steps back from any other (docs/contract.md#password-reset). */
export const linkHolds = async (db: Db, token: string): Promise<boolean> => (await holderOfLink(db, token)) !== null

/** As much of each list as a panel shows; the rooms have the rest. */
const SHOWN = 10

/**
 * A member as staff see him.
 * @throws NOT_FOUND
 */
export async function memberDetail(db: Db, memberNo: number): Promise<AdminMember> {
  const [member, keys, sessions, entries, orders, autoOrders, charges, adjustments, rewards, debt] = await Promise.all([
    memberForStaff(db, memberNo),
    db.rows<{ createdAt: Date }>('SELECT created_at FROM api_keys WHERE member_id = $1', [memberNo]),
    lastLogins(db, memberNo, SHOWN),
    lastEntries(db, memberNo),
    lastOrdersOf(db, memberNo, SHOWN),
    lastAutoOrdersOf(db, memberNo, SHOWN),
    lastChargesOf(db, memberNo, SHOWN),
    adjustmentsOf(db, memberNo, SHOWN),
    rewardsOf(db, memberNo, SHOWN),
    openDebt(db, memberNo),
  ])
  if (!member) throw unknownMember()
  const apiKeyMadeAt = keys[0]?.createdAt.toISOString() ?? null
  const lists = { sessions, entries, orders, autoOrders, charges, adjustments, rewards }
  return { ...member, apiKeyMadeAt, debt: pointsToNumber(debt), ...lists }
}
