import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { clock, later } from '#lib/core/clock.ts'
import { derivedKey } from '#lib/core/crypto.ts'
import { SIGN_UP_TICKET_LIFE_MS } from './rules.ts'

const ticketKey = () => derivedKey('naver-ticket')

export type SignUpTicket = { id: string; subject: string; expiresAt: Date }

/**
 * Signs the ticket with which a person without a member can sign up by his Naver account. The client gets it instead of
 * Naver's token, which never leaves the server (docs/contract.md#naver-and-kakao).
 */
export function signSignUpTicket(subject: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setJti(randomUUID())
    .setExpirationTime(later(clock.now(), SIGN_UP_TICKET_LIFE_MS))
    .sign(ticketKey())
}

/** Verifies a ticket; null if it has expired or wasn't signed by this shop. */
export async function readSignUpTicket(token: string): Promise<SignUpTicket | null> {
  try {
    const { payload } = await jwtVerify(token, ticketKey(), { algorithms: ['HS256'], currentDate: clock.now() })
    const { jti, sub, exp } = payload
    return jti && sub && exp ? { id: jti, subject: sub, expiresAt: new Date(exp * 1_000) } : null
  } catch {
    return null
  }
}
