import { type Database, openDatabase } from '#lib/core/db.ts'
import { grantPrivileges } from '#scripts/grant-privileges.ts'
import { base, first, last, named, ownerUrl, pooler, role, url } from './filled-shop.ts'
import { asOwner, makeCauses, type Split, splitAtRest } from './split-tables.ts'

const DAY_MS = 86_400_000

/** Bounds of `count` partitions over the two years and of two for what comes, by a value for each. */
const ranges = (count: number, boundAt: (share: number) => number | string): string[] =>
  Array.from({ length: count + 2 }, (_, at) => {
    const [low, high] = [at, at + 1].map((each) => `'${boundAt(each / count)}'`)
    return `FROM (${at === 0 ? 'MINVALUE' : low}) TO (${at > count ? 'MAXVALUE' : high})`
  })
const started = Date.now()
const months = (count: number) =>
  ranges(count, (share) => new Date(started + DAY_MS - (1 - share) * 731 * DAY_MS).toISOString())
/** Bounds of `count` partitions by ranges of order ids, and of two for what comes. */
export const ids = (count: number) => ranges(count, (share) => Math.round(first + share * (last + 1 - first)))
/** How `order_events` is split into `count` partitions for two years, and two for what comes. */
export const events = (by: 'at' | 'order_id', count: number): Split => ({
  table: 'order_events',
  method: `RANGE (${by})`,
  addedKey: by === 'at' ? 'at' : '',
  partitions: by === 'at' ? months(count) : ids(count),
})
/** The splits that are measured, by name; null for the tables as they are. */
export const splits: Record<string, Split | null> = {
  'as it is': null,
  'events by month, 24': events('at', 24),
  'events by month, 60': events('at', 60),
  'events by order id, 24': events('order_id', 24),
  'events by order id, 60': events('order_id', 60),
  'ledger by month, 24': {
    table: 'point_entries',
    method: 'RANGE (created_at)',
    addedKey: 'created_at',
    partitions: months(24),
  },
  'ledger by cause, 24': {
    table: 'point_entries',
    method: 'LIST (ref_type)',
    addedKey: 'ref_type, ref_id',
    partitions: [
      'CREATE TABLE parts.point_entries_others PARTITION OF point_entries DEFAULT',
      "CREATE TABLE parts.point_entries_orders PARTITION OF point_entries FOR VALUES IN ('order') PARTITION BY RANGE (ref_id)",
      ...ids(24).map(
        (bounds, at) =>
          `CREATE TABLE parts.point_entries_${at} PARTITION OF parts.point_entries_orders FOR VALUES ${bounds}`,
      ),
    ],
  },
  'orders by id, 24': { table: 'orders', method: 'RANGE (id)', addedKey: '', partitions: ids(24) },
}

export type Copy = { name: string; url: string; owner: Database; db: Database; pooled: Database; end(): Promise<void> }
let copies = 0

/** Copies the base, splits the copy and opens it. */
export async function copyBase(name: string, split: Split | null): Promise<Copy> {
  const database = `copy${copies++}`
  const admin = openDatabase(named(ownerUrl, 'template1'), 1)
  await asOwner(admin, async (query) => void (await query(`CREATE DATABASE ${database} TEMPLATE ${base}`)))
  const owner = openDatabase(named(ownerUrl, database), 2)
  const from = performance.now()
  if (split) await asOwner(owner, (query) => splitAtRest(query, split))
  if (name.startsWith('ledger by month')) await asOwner(owner, async (query) => void (await query(makeCauses)))
  await grantPrivileges(owner, role)
  console.log(`${name}: ready after ${((performance.now() - from) / 1_000).toFixed(1)} s`)
  const db = openDatabase(named(url, database), 4)
  const pooled = openDatabase(named(pooler.url, database), 4, { pooled: true })
  const drop = async () => {
    for (const handle of [owner, db, pooled]) await handle.end()
    await asOwner(admin, async (query) => void (await query(`DROP DATABASE ${database} WITH (FORCE)`)))
    await admin.end()
  }
  return { name, url: named(url, database), owner, db, pooled, end: drop }
}

/** Environment variables of a web process that reaches a copy through PgBouncer. */
export const pooledSettings = (copy: Copy) => ({
  DATABASE_URL: named(pooler.url, new URL(copy.url).pathname.slice(1)),
  DATABASE_POOLED: 'true',
  DATABASE_DIRECT_URL: copy.url,
})
