import type { Db } from '#lib/core/db.ts'
import { callProvider, type Upstream } from '../call-provider.ts'
import { providerListUnreadable, unknownProvider } from '../errors.ts'

/** Maximum size of a list in bytes; lists of thousands of services take several megabytes. */
const MAX_BYTES = 32 * 1_024 * 1_024
const LIST_TIMEOUT_MS = 30_000

/**
 * Fetches a provider's list of services, as parsed JSON of any shape.
 * @throws NOT_FOUND no such provider; CONFLICT no readable response
 */
export async function fetchServices(db: Db, providerId: number): Promise<unknown> {
  const [upstream] = await db.rows<Upstream>(
    'SELECT id, api_url, encrypted_key, dialect FROM providers WHERE id = $1',
    [providerId],
  )
  if (!upstream) throw unknownProvider()
  const reply = await callProvider(upstream, { action: 'services' }, { timeout: LIST_TIMEOUT_MS, maxBytes: MAX_BYTES })
  if (reply.kind !== 'json' || reply.status >= 400) throw providerListUnreadable()
  return reply.value
}
