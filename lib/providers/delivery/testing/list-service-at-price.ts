import { db } from '#lib/core/db.ts'

/**
 * Puts a service into a provider's list, or changes its price there: `won` for 1,000 units or, if `type` is a package,
 * for one package.
 */
export const listServiceAtPrice = (providerId: number, remoteId: string, won: number, type = 'Default') =>
  db().rows(
    `INSERT INTO provider_services (provider_id, remote_id, name, type, category, rate, min, max, refill, cancel, dripfeed)
     VALUES ($1, $2, 'x', $4, '', $3, 1, 1000, false, false, false)
     ON CONFLICT (provider_id, remote_id) DO UPDATE SET rate = excluded.rate`,
    [providerId, remoteId, BigInt(won) * 10n ** 8n, type],
  )
