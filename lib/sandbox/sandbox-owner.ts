import { NO_MEMBER_ID } from '#lib/api-keys/public-key-caller.ts'
import type { Caller } from '#lib/core/call.ts'
import { fingerprint } from '#lib/core/crypto.ts'
import { ipAddressKey } from '#lib/core/ip-address-key.ts'

/**
 * Owner of a sandbox: the member of a test key, or a visitor who uses the public test key. `visitor`: a keyed hash of
 * the visitor's IP address or, for IPv6, of its /64 network.
 */
export type SandboxOwner = { memberId: number; visitor: null } | { memberId: null; visitor: Buffer }

/** Owner of the sandbox that a caller's API key works on; null if the key isn't a test key. */
export function sandboxOwnerOf({ memberId, apiKey }: Caller, ipAddress: string): SandboxOwner | null {
  if (!apiKey?.test) return null
  if (memberId !== NO_MEMBER_ID) return { memberId, visitor: null }
  return { memberId: null, visitor: fingerprint('sandbox-visitor', ipAddressKey(ipAddress)) }
}

/**
 * Key of the queue in which an owner's calls wait for each other: the member's id, or a negative number for a visitor.
 */
export const sandboxQueueKey = ({ memberId, visitor }: SandboxOwner): number =>
  memberId === null ? -1 - visitor.readUInt32BE(0) : memberId
