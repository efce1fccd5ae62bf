import type { Caller } from '#lib/core/call.ts'
import { ipAddressNotAllowed, scopeMissing, testKeyRefused } from './errors.ts'
import { isInIpRanges } from './ip-ranges.ts'
import type { KeyScope } from './rules.ts'

/**
 * A call with an API key: its IP address, the scope that it needs, and whether it accepts test keys. `noteHolder` is
 * called with the key's holder before the call can be refused, so that refused calls are logged too.
 */
export type KeyUse = {
  address: string
  scope: KeyScope
  acceptsTestKeys?: boolean
  noteHolder?: (holder: Caller) => void
}

/**
 * Refuses a call with an API key if the key doesn't allow the IP address or lacks the scope that the call needs. Also
 * refuses a test key if the call doesn't accept test keys (docs/contract.md#api-keys).
 * @throws FORBIDDEN
 */
export function refuseKeyUse({ apiKey }: Caller, { address, scope, acceptsTestKeys = false }: KeyUse): void {
  if (!apiKey) return
  if (apiKey.test && !acceptsTestKeys) throw testKeyRefused()
  if (apiKey.addresses.length > 0 && !isInIpRanges(address, apiKey.addresses)) throw ipAddressNotAllowed()
  if (!apiKey.scopes.includes(scope)) throw scopeMissing(scope)
}
