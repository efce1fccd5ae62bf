import { fingerprint } from '#lib/core/crypto.ts'
import { singleton } from '#lib/core/singleton.ts'
import { RANDOM_LENGTH, TEST_PREFIX } from '../issue-api-key.ts'

/**
 * The shop's public test key, with which anybody can try the API without an account (docs/contract.md#sandbox). Derived
 * one-way from AUTH_SECRET, so that it is the same in every process and reveals nothing of AUTH_SECRET; the key itself
 * is no secret.
 */
export const publicSandboxKey = (): string =>
  singleton('public-sandbox-key', () => {
    const letters = fingerprint('public-sandbox-key', '1').toString('hex')
    return TEST_PREFIX + letters.slice(0, RANDOM_LENGTH)
  })
