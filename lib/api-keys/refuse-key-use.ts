import type { Caller } from '#lib/core/call.ts'
import { isInRanges } from './address-range.ts'
import { addressNotAllowed, scopeMissing, testKeyRefused } from './errors.ts'
import type { KeyScope } from './rules.ts'

/**
 * One use of an API key: the IP address that the call comes from, the scope that the call needs, and whether the call
 * accepts test keys. `noteHolder` is called with the key's holder before any of these checks refuses the use, so that
 * refused calls are logged too.
 */
export type KeyUse = {
  address: string
  scope: KeyScope
  testKeys?: boolean
  noteHolder?: (holder: Caller) => void
}

/**
 * Refuses an API key from an address that it isn't meant for, without the scope that the call needs, or a test key at a
 * call that doesn't serve them (docs/contract.md#api-keys).
 * @throws FORBIDDEN
 */
export function refuseKeyUse({ apiKey }: Caller, { address, scope, testKeys = false }: KeyUse): void {
  if (!apiKey) return
  if (apiKey.test && !testKeys) throw testKeyRefused()
  if (apiKey.addresses.length > 0 && !isInRanges(address, apiKey.addresses)) throw addressNotAllowed()
  if (!apiKey.scopes.includes(scope)) throw scopeMissing(scope)
}
