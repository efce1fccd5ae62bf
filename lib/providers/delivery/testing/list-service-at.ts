import { db } from '#lib/core/db.ts'

/** Notes in a provider's list what 1,000 units of its service cost, in won; of a package, what one costs. */
export const listServiceAt = (providerId: number, remoteId: string, won: number, type = 'Default') =>
  db().rows(
    `INSERT INTO provider_services (provider_id, remote_id, name, type, category, rate, min, max, refill, cancel, dripfeed)
     VALUES ($1, $2, 'x', $4, '', $3, 1, 1000, false, false, false)
     ON CONFLICT (provider_id, remote_id) DO UPDATE SET rate = excluded.rate`,
    [providerId, remoteId, BigInt(won) * 10n ** 8n, type],
  )
