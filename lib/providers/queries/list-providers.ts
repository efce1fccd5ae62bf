import sql, { raw } from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import { keysetPage } from '#lib/core/keyset.ts'
import { unknownProvider } from '../errors.ts'
import type { Dialect } from '../labels.ts'
import type { ProviderQuery } from '../schema.ts'

type StoredProvider = {
  id: number
  name: string
  apiUrl: string
  dialect: Dialect
  enabled: boolean
  maxInFlight: number
  perMinute: number
  alertBelow: string | null
  balance: string | null
  currency: string | null
  failures: number
  pausedUntil: Date | null
  noFundsUntil: Date | null
  testedAt: Date | null
  services: number
  unknown: number
}

const columns =
  raw(`p.id, p.name, p.api_url, p.dialect, p.enabled, p.max_in_flight, p.per_minute, p.alert_below, p.balance,
  p.currency, p.failures, p.paused_until, p.no_funds_until, p.tested_at,
  (SELECT count(*)::int FROM services s WHERE s.provider_id = p.id AND s.withdrawn_at IS NULL) AS services,
  (SELECT count(*)::int FROM provider_attempts a WHERE a.provider_id = p.id AND a.outcome = 'UNKNOWN') AS unknown`)

const toRow = ({ alertBelow, balance, pausedUntil, noFundsUntil, testedAt, ...row }: StoredProvider) => ({
  ...row,
  alertBelow: Number(alertBelow ?? 0),
  balance: balance === null ? null : Number(balance),
  pausedUntil: pausedUntil?.toISOString() ?? null,
  noFundsUntil: noFundsUntil?.toISOString() ?? null,
  testedAt: testedAt?.toISOString() ?? null,
})

/** One provider as staff see it; null if it doesn't exist. */
export async function providerForStaff(db: Db, providerId: number) {
  const [row] = await db.rows<StoredProvider>(sql`SELECT ${columns} FROM providers p WHERE p.id = ${providerId}`)
  return row ? toRow(row) : null
}

/** One provider as staff see it. @throws NOT_FOUND */
export async function requireProvider(db: Db, providerId: number) {
  const provider = await providerForStaff(db, providerId)
  if (!provider) throw unknownProvider()
  return provider
}

/** One page of providers whose name contains `q`, newest first (docs/contract.md#staff-lists). */
export async function providersForStaff(db: Db, { q, size, cursor }: ProviderQuery) {
  const text = q.trim() === '' ? null : `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const filter = sql`(${text}::text IS NULL OR p.name ILIKE ${text})`
  const [rows, counted] = await Promise.all([
    db.rows<StoredProvider>(
      sql`SELECT ${columns} FROM providers p WHERE ${filter} AND (${cursor}::int IS NULL OR p.id < ${cursor})
        ORDER BY p.id DESC LIMIT ${size + 1}`,
    ),
    db.rows<{ count: number }>(sql`SELECT count(*)::int AS count FROM providers p WHERE ${filter}`),
  ])
  return keysetPage(rows, { size, total: counted[0]?.count ?? 0 }, toRow)
}

/** Fallback routes of a service, in the sequence in which they are tried. */
export const fallbackRoutesOf = (
  db: Db,
  serviceId: number,
): Promise<{ providerId: number; providerServiceId: string }[]> =>
  db.rows('SELECT provider_id, provider_service_id FROM service_routes WHERE service_id = $1 ORDER BY position', [
    serviceId,
  ])
