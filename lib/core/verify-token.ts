import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { deriveKeys } from './crypto.ts'

/**
 * Verifies a token that was signed with a key of `purpose`, derived from AUTH_SECRET or one of its fallbacks. Returns
 * the token's claims; null if its signature is wrong, it has expired, or its subject is another than `options.subject`.
 */
export async function verifySignedToken(
  token: string,
  purpose: string,
  options: Pick<JWTVerifyOptions, 'currentDate' | 'subject'> = {},
): Promise<JWTPayload | null> {
  for (const key of deriveKeys(purpose))
    try {
      return (await jwtVerify(token, key, { ...options, algorithms: ['HS256'] })).payload
    } catch {}
  return null
}
