import type { Db } from '#lib/core/db.ts'
import type { Upstream } from './call-provider.ts'
import { routesSql } from './delivery/claim-orders.ts'
import { openProvider, unpausedProvider } from './rules.ts'

const upstreamColumns = 'p.id, p.api_url, p.encrypted_key, p.dialect'

/**
 * Providers that orders can be sent to now: enabled, not paused, with funds, and on a route of at least one service.
 */
export const providersToSendTo = (db: Db): Promise<Upstream[]> =>
  db.rows(`SELECT ${upstreamColumns} FROM providers p WHERE ${openProvider.sql('p')}
    AND EXISTS (SELECT FROM ${routesSql} AS r WHERE r.provider_id = p.id)
    ORDER BY p.id`)

/**
 * Providers with orders whose status is due to be polled, except those paused after failures. Disabled providers are
 * included, because they still process the orders sent to them.
 */
export const providersToPoll = (db: Db): Promise<Upstream[]> =>
  db.rows(`SELECT ${upstreamColumns} FROM providers p WHERE ${unpausedProvider.sql('p')} AND EXISTS (
      SELECT FROM provider_attempts a WHERE a.provider_id = p.id AND a.outcome = 'SENT' AND a.next_poll_at <= now())
    ORDER BY p.id`)
