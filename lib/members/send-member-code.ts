import type { Database } from '#lib/core/db.ts'
import type { Channel } from '#lib/verification/rules.ts'
import { sendCode } from '#lib/verification/send-code.ts'
import { alreadyTaken } from './errors.ts'

/**
 * Sends a verification code for a sign-up to an e-mail address or phone number that no member has.
 * @throws CONFLICT a member has it (docs/contract.md#sign-up)
 */
export async function sendMemberCode(
  db: Database,
  { channel, target }: { channel: Channel; target: string },
): Promise<void> {
  const key = channel === 'EMAIL' ? 'members_email_key' : 'members_phone_key'
  const column = channel === 'EMAIL' ? 'email' : 'phone'
  const taken = await db.rows(`SELECT 1 FROM members WHERE ${column} = $1`, [target])
  if (taken.length > 0) throw alreadyTaken(key)
  await sendCode(db, { channel, target })
}
