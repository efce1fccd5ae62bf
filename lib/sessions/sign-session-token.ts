import { SignJWT } from 'jose'
import { deriveKey, sha256 } from '#lib/core/crypto.ts'
import { singleton } from '#lib/core/singleton.ts'
import { verifySignedToken } from '#lib/core/verify-token.ts'

const TOKEN_PURPOSE = 'session-token'

/**
 * Signs the token of a session: a JWT with the member (`sub`), the session's id (`sid`) and its expiry
 * (docs/contract.md#sessions).
 */
export function signSessionToken(memberId: number, sessionId: string, expiresAt: Date): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(memberId))
    .setExpirationTime(expiresAt)
    .sign(deriveKey(TOKEN_PURPOSE))
}

/** `expiresAt` is in milliseconds since 1970. */
type TokenSession = { sessionId: string; expiresAt: number }

const MAX_VERIFIED_TOKENS = 10_000
const verifiedTokens = () => singleton('tokens', () => new Map<string, TokenSession>())

/**
 * Verifies a token's signature and expiry. For a valid token `sessionOfToken` caches the result, and from then on
 * checks only the expiry.
 */
async function verifyToken(token: string): Promise<TokenSession | null> {
  const payload = await verifySignedToken(token, TOKEN_PURPOSE)
  if (typeof payload?.sid !== 'string' || typeof payload.exp !== 'number') return null
  return { sessionId: payload.sid, expiresAt: payload.exp * 1_000 }
}

/** Id of the session that a valid token names; null if the token is invalid or expired. */
export async function sessionOfToken(token: string): Promise<string | null> {
  const cacheKey = sha256(token).toString('base64')
  const session = verifiedTokens().get(cacheKey) ?? (await verifyToken(token))
  if (!session || session.expiresAt <= Date.now()) return null
  if (verifiedTokens().size >= MAX_VERIFIED_TOKENS) verifiedTokens().clear()
  verifiedTokens().set(cacheKey, session)
  return session.sessionId
}
