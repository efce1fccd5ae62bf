import { hash } from 'node:crypto'
import { AppError } from './errors.ts'
import { giveBackToken, limitKeyOfIpAddress, takeToken } from './limits.ts'
import { singleton } from './singleton.ts'

const MAX_ACCEPTED = 50_000

/** SHA-256 hashes of recently accepted credentials (API keys and session tokens), oldest first. */
const acceptedHashes = () => singleton('known-credentials', () => new Set<string>())

function rememberAccepted(credentialHash: string): void {
  const all = acceptedHashes()
  if (all.size >= MAX_ACCEPTED) all.delete(all.values().next().value ?? '')
  all.add(credentialHash)
}

/**
 * False if a look-up failed because nobody has the credential, which may then be a guess. True for all other errors: a
 * refusal that only the credential's holder gets, for example because his key is frozen, or a failure of the database.
 */
const mayHaveHolder = (error: unknown): boolean => !(error instanceof AppError && error.code === 'UNAUTHENTICATED')

/**
 * Finds the holder of a credential; null if nobody has it. Before the look-up, a credential that wasn't accepted
 * recently takes a token from the rate limit of its IP address; the token is given back if somebody has the credential.
 * So guesses and expired keys are soon refused without a query. Recently accepted credentials aren't limited, even if
 * guesses come from the same IP address.
 * @param find returns null for an unknown credential; must not cache
 * @throws TOO_MANY_REQUESTS; what `find` throws
 */
export async function lookUpCredential<T>(
  credential: string,
  address: string,
  find: (credential: string) => Promise<T | null>,
): Promise<T | null> {
  const credentialHash = hash('sha256', credential)
  if (acceptedHashes().has(credentialHash)) {
    const holder = await find(credential)
    if (!holder) acceptedHashes().delete(credentialHash)
    return holder
  }
  const key = limitKeyOfIpAddress(address)
  if (key !== null) takeToken('credentials', `address:${key}`)
  const giveBack = () => key !== null && giveBackToken('credentials', `address:${key}`)
  const holder = await find(credential).catch((error) => {
    if (mayHaveHolder(error)) giveBack()
    throw error
  })
  if (!holder) return null
  giveBack()
  rememberAccepted(credentialHash)
  return holder
}
