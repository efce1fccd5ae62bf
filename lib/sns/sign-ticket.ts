import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { clock, later } from '#lib/core/clock.ts'
import { derivedKey } from '#lib/core/crypto.ts'
import { TICKET_LIFE } from './rules.ts'

const key = () => derivedKey('naver-ticket')

export type Ticket = { id: string; subject: string; expiresAt: Date }

/**
 * What an unregistered Naver login takes to the sign-up page: Naver's own token never leaves the server
 * (docs/contract.md#naver-and-kakao).
 */
export function signTicket(subject: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setJti(randomUUID())
    .setExpirationTime(later(clock.now(), TICKET_LIFE))
    .sign(key())
}

/** The ticket behind a token, or null for one that isn't ours or has expired. */
export async function readTicket(token: string): Promise<Ticket | null> {
  try {
    const { payload } = await jwtVerify(token, key(), { algorithms: ['HS256'], currentDate: clock.now() })
    const { jti, sub, exp } = payload
    return jti && sub && exp ? { id: jti, subject: sub, expiresAt: new Date(exp * 1_000) } : null
  } catch {
    return null
  }
}
