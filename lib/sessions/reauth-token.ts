import { SignJWT } from 'jose'
import type { Caller } from '#lib/core/call.ts'
import { clock, minutesInMs, timeAfter } from '#lib/core/clock.ts'
import { deriveKey } from '#lib/core/crypto.ts'

/** How long a proof of identity is valid, in milliseconds (docs/contract.md#proof-of-identity). */
const REAUTH_LIFE_MS = minutesInMs(5)

/** Purpose of the key that signs `x-reauth` tokens. */
export const REAUTH_PURPOSE = 'reauth-token'

/**
 * Signs the `x-reauth` token of a member who has just proved his identity. It is valid only in the session in which
 * he proved it.
 */
export async function signReauthToken({ memberId, sessionId }: Caller): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = timeAfter(clock.now(), REAUTH_LIFE_MS)
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(memberId))
    .setExpirationTime(expiresAt)
    .sign(deriveKey(REAUTH_PURPOSE))
  return { token, expiresAt }
}
