import type { Db } from '#lib/core/db.ts'
import { callProvider, type Upstream } from '../call-provider.ts'
import { noServiceList, unknownProvider } from '../errors.ts'

/** Lists of thousands of services are some megabytes. */
const MOST_BYTES = 32 * 1_024 * 1_024
const TIMEOUT = 30_000

/**
 * Asks a provider for its list of services, whatever it may be.
 * @throws NOT_FOUND no such provider; CONFLICT no answer that could be read
 */
export async function fetchServices(db: Db, providerId: number): Promise<unknown> {
  const [upstream] = await db.rows<Upstream>(
    'SELECT id, api_url, encrypted_key, dialect FROM providers WHERE id = $1',
    [providerId],
  )
  if (!upstream) throw unknownProvider()
  const reply = await callProvider(upstream, { action: 'services' }, { timeout: TIMEOUT, most: MOST_BYTES })
  if (reply.kind !== 'json' || reply.status >= 400) throw noServiceList()
  return reply.value
}
