import { SignJWT } from 'jose'
import type { Caller } from '#lib/core/call.ts'
import { clock, later, minutes } from '#lib/core/clock.ts'
import { derivedKey } from '#lib/core/crypto.ts'

/** How long a proof of the password holds, in milliseconds (docs/contract.md#proof-of-identity). */
const REAUTH_LIFE = minutes(5)

/** What these tokens are signed with. */
export const reauthKey = () => derivedKey('reauth-token')

/** What a member who has just proved his password sends along as `x-reauth`: good in this session alone. */
export async function signReauthToken({ memberId, sessionId }: Caller): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = later(clock.now(), REAUTH_LIFE)
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(memberId))
    .setExpirationTime(expiresAt)
    .sign(reauthKey())
  return { token, expiresAt }
}
