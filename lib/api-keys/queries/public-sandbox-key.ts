import { fingerprint } from '#lib/core/crypto.ts'
import { singleton } from '#lib/core/singleton.ts'
import { RANDOM_LENGTH, TEST_PREFIX } from '../issue-api-key.ts'

/**
 * The shop's public test key, with which anybody can try the API without an account (docs/contract.md#sandbox). Derived
 * from AUTH_SECRET, from which nothing else follows, and the same in every process; it is no secret.
 */
export const publicSandboxKey = (): string =>
  singleton('public-sandbox-key', () => {
    const letters = fingerprint('public-sandbox-key', '1').toString('hex')
    return TEST_PREFIX + letters.slice(0, RANDOM_LENGTH)
  })
