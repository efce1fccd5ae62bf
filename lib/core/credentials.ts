import { hash } from 'node:crypto'
import { giveToken, limitedAddress, takeToken } from './limits.ts'
import { singleton } from './singleton.ts'

const MOST_KNOWN = 50_000

/** Hashes of recently accepted credentials, the oldest first. */
const known = () => singleton('known-credentials', () => new Set<string>())

function remember(credential: string): void {
  const all = known()
  if (all.size >= MOST_KNOWN) all.delete(all.values().next().value ?? '')
  all.add(credential)
}

/**
 * Looks up whose credential this is. One that wasn't accepted lately takes a token of its address first, so that guesses
 * and dead keys run dry before they cost queries, while callers behind the same address whose credentials are known go on.
 * @param find answers null for a credential that is nobody's, and asks afresh each time
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
