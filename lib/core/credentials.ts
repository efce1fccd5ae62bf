import { hash } from 'node:crypto'
import { giveBackToken, limitedAddress, takeToken } from './limits.ts'
import { singleton } from './singleton.ts'

const MAX_ACCEPTED = 50_000

/** SHA-256 hashes of recently accepted credentials (API keys and session tokens), oldest first. */
const acceptedHashes = () => singleton('known-credentials', () => new Set<string>())

function rememberAccepted(credential: string): void {
  const all = acceptedHashes()
  if (all.size >= MAX_ACCEPTED) all.delete(all.values().next().value ?? '')
  all.add(credential)
}

/**
 * Finds the holder of a credential; null if nobody has it. A credential that wasn't accepted recently takes a token of
 * its IP address's rate limit before the look-up and gives it back if it turns out valid. So guesses and expired keys
 * soon stop costing queries, while callers with known credentials behind the same address aren't limited.
 * @param find returns null for an unknown credential; must not cache
 * @throws TOO_MANY_REQUESTS
 */
export async function lookUpCredential<T>(
  credential: string,
  address: string,
  find: (credential: string) => Promise<T | null>,
): Promise<T | null> {
  const name = hash('sha256', credential)
  if (acceptedHashes().has(name)) {
    const holder = await find(credential)
    if (!holder) acceptedHashes().delete(name)
    return holder
  }
  const key = limitedAddress(address)
  if (key !== null) takeToken('credentials', `address:${key}`)
  const holder = await find(credential)
  if (!holder) return null
  if (key !== null) giveBackToken('credentials', `address:${key}`)
  rememberAccepted(name)
  return holder
}
