import type { Caller } from '#lib/core/call.ts'
import { ipAddressKey } from '#lib/core/ip-address-key.ts'
import { isPublicSandboxKey } from './queries/public-sandbox-key.ts'
import { keyScopes } from './rules.ts'

/** `memberId` of a caller with the public test key, which belongs to no member. */
export const NO_MEMBER_ID = 0

/**
 * The caller for the public test key; null if `key` isn't the public test key. Rate limits count calls with the public
 * test key by IP address (`address`).
 */
export function callerOfPublicKey(key: string, address: string): Caller | null {
  if (!isPublicSandboxKey(key)) return null
  const countedAs = `sandbox:address:${ipAddressKey(address)}`
  const apiKey = { id: 0, scopes: keyScopes, addresses: [], test: true, countedAs }
  return { memberId: NO_MEMBER_ID, loginId: '', role: 'MEMBER', via: 'api-key', sessionId: null, apiKey }
}
