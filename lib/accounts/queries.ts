import { apiKeyOf } from '#lib/api-keys/queries.ts'
import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { memberForStaff } from '#lib/members/queries.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { balanceOf, lastEntries } from '#lib/points/queries.ts'
import { sessionsOf } from '#lib/sessions/queries.ts'
import { unknownEmail } from './errors.ts'
import { holderOfLink } from './reset-link.ts'
import type { Profile } from './schema.ts'

/** A member as he sees himself (spec 3, decisions 6). */
export async function profileOf(db: Db, { memberId, loginId, role }: Caller): Promise<Profile> {
  const [point, apiKey, member] = await Promise.all([
    balanceOf(db, memberId),
    apiKeyOf(db, memberId),
    oneRow<{ referralCode: string | null }>(db, 'SELECT referral_code FROM members WHERE id = $1', [memberId]),
  ])
  return { id: loginId, point: pointsToNumber(point), apiKey, referralCode: member.referralCode, role }
}

/**
 * The login id of the member with this e-mail address.
 * @throws NOT_FOUND nobody has it (decisions 5)
 */
export async function loginIdOf(db: Db, email: string): Promise<string> {
  const [member] = await db.rows<{ loginId: string }>('SELECT login_id FROM members WHERE email = $1', [email])
  if (!member) throw unknownEmail()
  return member.loginId
}

/** Whether a reset link still works: the screen steps back from any other (decisions 5). */
export const linkHolds = async (db: Db, token: string): Promise<boolean> => (await holderOfLink(db, token)) !== null

/**
 * A member as staff see him.
 * @throws NOT_FOUND
 */
export async function memberDetail(db: Db, memberNo: number) {
  const [member, keys, sessions, entries] = await Promise.all([
    memberForStaff(db, memberNo),
    db.rows<{ createdAt: Date }>('SELECT created_at FROM api_keys WHERE member_id = $1', [memberNo]),
    sessionsOf(db, memberNo, null),
    lastEntries(db, memberNo),
  ])
  if (!member) throw unknownMember()
  const devices = sessions.map(({ device, createdAt, lastUsedAt }) => ({ device, createdAt, lastUsedAt }))
  return { ...member, apiKeyMadeAt: keys[0]?.createdAt.toISOString() ?? null, sessions: devices, entries }
}
