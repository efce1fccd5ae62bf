import { addressKey } from '#lib/core/address-key.ts'
import type { Caller } from '#lib/core/call.ts'
import { isPublicSandboxKey } from './queries/public-sandbox-key.ts'
import { keyScopes } from './rules.ts'

/** `memberId` of a caller with the public test key, who is nobody's account. */
export const NO_MEMBER = 0

/**
 * The caller with the public test key, from this IP address, by which its calls are limited; null if `key` is another
 * key.
 */
export function callerOfPublicKey(key: string, address: string): Caller | null {
  if (!isPublicSandboxKey(key)) return null
  const countedAs = `sandbox:address:${addressKey(address)}`
  const apiKey = { id: 0, scopes: keyScopes, addresses: [], test: true, countedAs }
  return { memberId: NO_MEMBER, loginId: '', role: 'MEMBER', via: 'api-key', sessionId: null, apiKey }
}
