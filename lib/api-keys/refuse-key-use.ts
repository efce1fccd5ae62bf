import type { Caller } from '#lib/core/call.ts'
import { isInRanges } from './address-range.ts'
import { addressNotAllowed, scopeMissing } from './errors.ts'
import type { KeyScope } from './rules.ts'

/** One use of an API key: the IP address that the call comes from, and the scope that the call needs. */
export type KeyUse = { address: string; scope: KeyScope }

/**
 * Refuses an API key from an address that it isn't meant for, or without the scope that the call needs
 * (docs/contract.md#api-keys).
 * @throws FORBIDDEN
 */
export function refuseKeyUse({ apiKey }: Caller, { address, scope }: KeyUse): void {
  if (!apiKey) return
  if (apiKey.addresses.length > 0 && !isInRanges(address, apiKey.addresses)) throw addressNotAllowed()
  if (!apiKey.scopes.includes(scope)) throw scopeMissing(scope)
}
