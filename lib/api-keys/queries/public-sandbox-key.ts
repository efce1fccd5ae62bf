import { possibleFingerprints } from '#lib/core/crypto.ts'
import { singleton } from '#lib/core/singleton.ts'
import { KEY_RANDOM_LENGTH, TEST_KEY_PREFIX } from '../issue-api-key.ts'

/**
 * The shop's public test key, with which anybody can try the API without an account (docs/contract.md#sandbox). It
 * isn't secret. It is derived one-way from the shop's secret AUTH_SECRET: every process has the same key, and the key
 * reveals nothing about the secret.
 */
export const publicSandboxKey = (): string => publicKeys()[0] ?? ''

/**
 * True for the public test key, and for the public test keys derived from AUTH_SECRET's fallbacks (former values),
 * which programs may still use.
 */
export const isPublicSandboxKey = (key: string): boolean => publicKeys().includes(key)

const publicKeys = (): string[] =>
  singleton('public-sandbox-key', () =>
    possibleFingerprints('public-sandbox-key', '1').map(
      (hash) => TEST_KEY_PREFIX + hash.toString('hex').slice(0, KEY_RANDOM_LENGTH),
    ),
  )
