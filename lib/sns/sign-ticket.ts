import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { clock, timeAfter } from '#lib/core/clock.ts'
import { deriveKey } from '#lib/core/crypto.ts'
import { verifySignedToken } from '#lib/core/verify-token.ts'
import { SIGN_UP_TICKET_LIFE_MS } from './rules.ts'

const TICKET_PURPOSE = 'naver-ticket'

/** Content of a ticket for a sign-up by Naver. `subject` is the id of the Naver account. */
export type SignUpTicket = { id: string; subject: string; expiresAt: Date }

/**
 * Signs a ticket for a Naver account that is linked to no member: with it the person can sign up. The client gets the
 * ticket instead of Naver's token, which never leaves the server (docs/contract.md#naver-and-kakao).
 */
export function signSignUpTicket(subject: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setJti(randomUUID())
    .setExpirationTime(timeAfter(clock.now(), SIGN_UP_TICKET_LIFE_MS))
    .sign(deriveKey(TICKET_PURPOSE))
}

/** Verifies a ticket; null if it has expired or wasn't signed by this shop. */
export async function readSignUpTicket(token: string): Promise<SignUpTicket | null> {
  const { jti, sub, exp } = (await verifySignedToken(token, TICKET_PURPOSE, { currentDate: clock.now() })) ?? {}
  return jti && sub && exp ? { id: jti, subject: sub, expiresAt: new Date(exp * 1_000) } : null
}
