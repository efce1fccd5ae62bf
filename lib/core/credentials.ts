import { hash } from 'node:crypto'
import { giveToken, limitedAddress, takeToken } from './limits.ts'
import { singleton } from './singleton.ts'

const MAX_KNOWN = 50_000

/** Hashes of recently accepted credentials, oldest first. */
const known = () => singleton('known-credentials', () => new Set<string>())

function remember(credential: string): void {
  const all = known()
  if (all.size >= MAX_KNOWN) all.delete(all.values().next().value ?? '')
  all.add(credential)
}

/**
 * Looks up the holder of a credential; null if nobody has it. A credential that wasn't accepted recently first takes a
 * rate limit token of its IP address, which is returned if it is valid: guesses and expired keys are limited before
 * they cost queries, while callers with known credentials behind the same address aren't.
 * @param find returns null for an unknown credential; must not cache
 * @throws TOO_MANY_REQUESTS
 */
export async function lookUpCredential<T>(
  credential: string,
  address: string,
  find: (credential: string) => Promise<T | null>,
): Promise<T | null> {
  const name = hash('sha256', credential)
  if (known().has(name)) {
    const holder = await find(credential)
    if (!holder) known().delete(name)
    return holder
  }
  const key = limitedAddress(address)
  if (key !== null) takeToken('credentials', `address:${key}`)
  const holder = await find(credential)
  if (!holder) return null
  if (key !== null) giveToken('credentials', `address:${key}`)
  remember(name)
  return holder
}
