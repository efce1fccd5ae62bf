import { NO_MEMBER } from '#lib/api-keys/public-key-caller.ts'
import { addressKey } from '#lib/core/address-key.ts'
import type { Caller } from '#lib/core/call.ts'
import { fingerprint } from '#lib/core/crypto.ts'

/**
 * Whose simulated orders a test key places: its member's, or those of a visitor with the public key, who is known by a
 * keyed hash of his address.
 */
export type SandboxOwner = { memberId: number; visitor: null } | { memberId: null; visitor: Buffer }

/** Owner of the sandbox that a caller's API key works on; null if the key isn't a test key. */
export function sandboxOwnerOf({ memberId, apiKey }: Caller, address: string): SandboxOwner | null {
  if (!apiKey?.test) return null
  if (memberId !== NO_MEMBER) return { memberId, visitor: null }
  return { memberId: null, visitor: fingerprint('sandbox-visitor', addressKey(address)) }
}

/** Number of the queue in which the calls of an owner wait for each other: negative for visitors, who have no number. */
export const queueOfSandbox = ({ memberId, visitor }: SandboxOwner): number =>
  memberId === null ? -1 - visitor.readUInt32BE(0) : memberId
