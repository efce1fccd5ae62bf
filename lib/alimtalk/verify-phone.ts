import type { MemberActor } from '#lib/audit/actor.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { withIpAddressToken } from '#lib/core/limits.ts'
import { checkCode, spendCode } from '#lib/verification/check-code.ts'
import { sendCode } from '#lib/verification/send-code.ts'
import { phoneMissing, phoneVerifiedAlready } from './errors.ts'
import { alertSettingsOf } from './queries.ts'
import type { AlertSettings } from './schema.ts'

async function unverifiedPhone(db: Database, memberId: number): Promise<string> {
  const { phone, isVerified } = await oneRow<{ phone: string | null; isVerified: boolean }>(
    db,
    'SELECT phone, phone_verified_at IS NOT NULL AS is_verified FROM members WHERE id = $1',
    [memberId],
  )
  if (phone === null) throw phoneMissing()
  if (isVerified) throw phoneVerifiedAlready()
  return phone
}

/**
 * Sends a verification code to the member's phone number if it isn't verified yet, because he entered it while the shop
 * didn't verify numbers. `address` is the IP address of the request.
 * @throws CONFLICT he has no number, or it is verified already; TOO_MANY_REQUESTS too many codes were sent to the
 * number, or requested by the address
 */
export async function sendPhoneCode(db: Database, { memberId }: MemberActor, address: string): Promise<void> {
  const target = await unverifiedPhone(db, memberId)
  await withIpAddressToken('codes', address, () => sendCode(db, { channel: 'PHONE', target }))
}

/**
 * Marks the member's phone number as verified if `code` was sent to it. Returns the state of his notices after that.
 * Doesn't verify another number that he has entered in the meantime.
 * @throws CONFLICT he has no number, or it is verified already; BAD_INPUT the code is wrong, expired, used or was tried
 * too often
 */
export async function verifyPhone(db: Database, { memberId }: MemberActor, code: string): Promise<AlertSettings> {
  const target = await unverifiedPhone(db, memberId)
  const checked = await checkCode(db, { channel: 'PHONE', target, code })
  return db.transaction(async (tx) => {
    await spendCode(tx, checked)
    await tx.rows('UPDATE members SET phone_verified_at = now() WHERE id = $1 AND phone = $2', [memberId, target])
    return alertSettingsOf(tx, memberId)
  })
}
