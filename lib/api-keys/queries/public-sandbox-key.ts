import { fingerprints } from '#lib/core/crypto.ts'
import { singleton } from '#lib/core/singleton.ts'
import { RANDOM_LENGTH, TEST_PREFIX } from '../issue-api-key.ts'

/**
 * The shop's public test key, with which anybody can try the API without an account (docs/contract.md#sandbox). Derived
 * one-way from AUTH_SECRET, so that it is the same in every process and reveals nothing of AUTH_SECRET; the key itself
 * is no secret.
 */
export const publicSandboxKey = (): string => publicKeys()[0] ?? ''

/**
 * True for the public test key, and for those derived from former values of AUTH_SECRET that are still its fallbacks:
 * programs may still use them.
 */
export const isPublicSandboxKey = (key: string): boolean => publicKeys().includes(key)

const publicKeys = (): string[] =>
  singleton('public-sandbox-key', () =>
    fingerprints('public-sandbox-key', '1').map((hash) => TEST_PREFIX + hash.toString('hex').slice(0, RANDOM_LENGTH)),
  )
