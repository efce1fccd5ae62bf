import type { Database } from '#lib/core/db.ts'
import { withIpAddressToken } from '#lib/core/limits.ts'
import type { VerificationChannel } from '#lib/verification/rules.ts'
import { sendCode } from '#lib/verification/send-code.ts'
import { memberValueTaken } from './errors.ts'

/**
 * Sends a verification code, for a sign-up or a change of contact, to an e-mail address or phone number that no member
 * has. `target` is this e-mail address or phone number, `address` the IP address of the request.
 * @throws CONFLICT a member has the address or number (docs/contract.md#sign-up); TOO_MANY_REQUESTS
 */
export async function sendMemberCode(
  db: Database,
  { channel, target, address }: { channel: VerificationChannel; target: string; address: string },
): Promise<void> {
  const key = channel === 'EMAIL' ? 'members_email_key' : 'members_phone_key'
  const column = channel === 'EMAIL' ? 'email' : 'phone'
  const taken = await db.rows(`SELECT 1 FROM members WHERE ${column} = $1`, [target])
  if (taken.length > 0) throw memberValueTaken(key)
  await withIpAddressToken('codes', address, () => sendCode(db, { channel, target }))
}
