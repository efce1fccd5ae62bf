import { readFirstApiKey } from '#lib/api-keys/queries.ts'
import { maskKey } from '#lib/api-keys/rules.ts'
import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { unknownEmail } from './errors.ts'
import { holderOfResetLink } from './reset-link.ts'
import type { Profile } from './schema.ts'

/**
 * Profile of the caller. It contains his first API key, masked unless the request proves his identity again. In the
 * demo the key is never masked.
 */
export async function profileOf(db: Db, caller: Caller): Promise<Profile> {
  const { memberId, loginId, role } = caller
  const [point, key, member] = await Promise.all([
    balanceOf(db, memberId),
    readFirstApiKey(db, memberId),
    oneRow<{ referralCode: string | null }>(db, 'SELECT referral_code FROM members WHERE id = $1', [memberId]),
  ])
  const apiKey = key && !caller.reauthenticated && !env().DEMO ? maskKey(key) : key
  return { id: loginId, point: pointsToNumber(point), apiKey, referralCode: member.referralCode, role }
}

/**
 * Login id of the member with this e-mail address.
 * @throws NOT_FOUND no member has this address (docs/contract.md#account-look-up)
 */
export async function findLoginId(db: Db, email: string): Promise<string> {
  const [member] = await db.rows<{ loginId: string }>('SELECT login_id FROM members WHERE email = $1', [email])
  if (!member) throw unknownEmail()
  return member.loginId
}

/**
 * Id of the member whose password a reset link may replace; null if the link isn't valid
 * (docs/contract.md#password-reset).
 */
export const memberIdOfResetLink = async (db: Db, token: string): Promise<number | null> =>
  (await holderOfResetLink(db, token))?.memberId ?? null

/** A member's e-mail address and phone number; each null if he has given none. */
export const contactOf = (db: Db, memberId: number): Promise<{ email: string | null; phone: string | null }> =>
  oneRow(db, 'SELECT email, phone FROM members WHERE id = $1', [memberId])
