import { sha256 } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { callProvider, type Upstream } from '../call-provider.ts'
import { providerListUnreadable, unknownProvider } from '../errors.ts'

/** Maximum size of a list in bytes; lists of thousands of services take several megabytes. */
const MAX_BYTES = 32 * 1_024 * 1_024
const LIST_TIMEOUT_MS = 30_000

/**
 * A provider's list as fetched: its response (`answer`), parsed JSON of any shape, and the digest of the address and key
 * that it was fetched with.
 */
export type FetchedList = { answer: unknown; access: Buffer }

/**
 * Digest of a provider's address and encrypted key. It changes whenever staff enter an address or key, and
 * when the keys are encrypted anew.
 */
const accessDigest = ({ apiUrl, encryptedKey }: Pick<Upstream, 'apiUrl' | 'encryptedKey'>): Buffer =>
  sha256(`${encryptedKey.toString('hex')} ${apiUrl}`)

/** The `accessDigest` of a provider's present address and key. @throws NOT_FOUND no such provider */
export async function readAccessDigest(db: Db, providerId: number): Promise<Buffer> {
  const [upstream] = await db.rows<Pick<Upstream, 'apiUrl' | 'encryptedKey'>>(
    'SELECT api_url, encrypted_key FROM providers WHERE id = $1',
    [providerId],
  )
  if (!upstream) throw unknownProvider()
  return accessDigest(upstream)
}

/**
 * Fetches a provider's list of services.
 * @throws NOT_FOUND no such provider; CONFLICT no readable response
 */
export async function fetchServices(db: Db, providerId: number): Promise<FetchedList> {
  const [upstream] = await db.rows<Upstream>(
    'SELECT id, api_url, encrypted_key, dialect FROM providers WHERE id = $1',
    [providerId],
  )
  if (!upstream) throw unknownProvider()
  const reply = await callProvider(upstream, { action: 'services' }, { timeout: LIST_TIMEOUT_MS, maxBytes: MAX_BYTES })
  if (reply.kind !== 'json' || reply.status >= 400) throw providerListUnreadable()
  return { answer: reply.value, access: accessDigest(upstream) }
}
