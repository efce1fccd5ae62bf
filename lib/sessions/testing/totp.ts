import { Secret, TOTP } from 'otpauth'
import type { Role } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { makeMember, type TestMember } from '#lib/members/testing/members.ts'
import { encryptTotpSecret, newTotpSecret } from '#lib/staff/totp-secret.ts'
import { issueLoginTicket } from '../login-ticket.ts'

const CODE_PERIOD_MS = 30_000

/** Code that an authenticator with this secret displays `steps` times 30 seconds from now. */
export const totpCodeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * CODE_PERIOD_MS })

/** A staff member; `secret` is his authenticator's. */
export type StaffMember = TestMember & { secret: string }

/** Creates a staff member who has an authenticator. */
export async function makeStaff(role: Role = 'SUPPORT'): Promise<StaffMember> {
  const member = await makeMember({ role })
  const secret = newTotpSecret()
  await db().rows('INSERT INTO staff_totp (member_id, secret, last_step) VALUES ($1, $2, 0)', [
    member.id,
    encryptTotpSecret(secret),
  ])
  return { ...member, secret }
}

/** Creates a staff member who has passed the first step of a login. Returns valid input for the second. */
export async function makeTotpInput(): Promise<{ ticket: string; code: string }> {
  const { id, secret } = await makeStaff()
  return { ticket: await issueLoginTicket(db(), id), code: totpCodeOf(secret) }
}
