import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { clock, later } from '#lib/core/clock.ts'
import { derivedKey } from '#lib/core/crypto.ts'
import { TICKET_LIFE_MS } from './rules.ts'

const ticketKey = () => derivedKey('naver-ticket')

export type Ticket = { id: string; subject: string; expiresAt: Date }

/**
 * Signs the ticket with which an unregistered Naver account can sign up. It is sent instead of Naver's token, which
 * never leaves the server (docs/contract.md#naver-and-kakao).
 */
export function signTicket(subject: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setJti(randomUUID())
    .setExpirationTime(later(clock.now(), TICKET_LIFE_MS))
    .sign(ticketKey())
}

/** Verifies a ticket; null if it has expired or wasn't signed by this shop. */
export async function readTicket(token: string): Promise<Ticket | null> {
  try {
    const { payload } = await jwtVerify(token, ticketKey(), { algorithms: ['HS256'], currentDate: clock.now() })
    const { jti, sub, exp } = payload
    return jti && sub && exp ? { id: jti, subject: sub, expiresAt: new Date(exp * 1_000) } : null
  } catch {
    return null
  }
}
