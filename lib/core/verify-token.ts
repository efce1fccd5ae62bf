import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { derivedKeys } from './crypto.ts'

/**
 * Claims of a token that was signed with the key of `purpose`, derived from AUTH_SECRET or one of its fallbacks; null
 * for any other token, for an expired one, and for one about another subject than `options` names.
 */
export async function verifySignedToken(
  token: string,
  purpose: string,
  options: Pick<JWTVerifyOptions, 'currentDate' | 'subject'> = {},
): Promise<JWTPayload | null> {
  for (const key of derivedKeys(purpose))
    try {
      return (await jwtVerify(token, key, { ...options, algorithms: ['HS256'] })).payload
    } catch {}
  return null
}
