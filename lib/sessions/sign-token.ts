import { jwtVerify, SignJWT } from 'jose'
import { derivedKey } from '#lib/core/crypto.ts'
import { env } from '#lib/core/env.ts'

const key = () => derivedKey('session-token')

/** The login token: a JWT with the member (`sub`), the session row (`sid`) and its end (decisions 5). */
export function signToken(memberId: number, sessionId: string, expiresAt: Date): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(memberId))
    .setExpirationTime(expiresAt)
    .sign(key())
}

/** The session a token names, or null for anything that isn't a token of ours that still holds. */
export async function sessionOfToken(token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, key(), { algorithms: ['HS256'] })
    return typeof payload.sid === 'string' ? payload.sid : null
  } catch {
    return null
  }
}

/** The cookie that carries it: out of every script's reach, gone with its session. */
export function tokenCookie(token: string, expiresAt: Date): string {
  const secure = env().PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  return `token=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}${secure}`
}

export const dropTokenCookie = 'token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'

export const dropGuestCookie = 'guest=; Path=/; SameSite=Lax; Max-Age=0'
