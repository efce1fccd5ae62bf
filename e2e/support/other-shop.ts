import { join } from 'node:path'
import { inject } from 'vitest'
import { findFreePort } from '#scripts/postgres.ts'
import { copySeededDatabase } from '#scripts/seeded-database.ts'
import { type Shop, startShop } from '#scripts/shop.ts'
import { queryShopRow } from './shop-rows.ts'

export type OtherShop = Shop & {
  /** Runs a statement on the shop's database; resolves to the first row of the result. */
  sql(text: string, values?: unknown[]): Promise<unknown>
}

/** Starts a separate shop on a database of its own, for journeys whose settings would disturb other journeys. */
export async function openOtherShop(
  name: string,
  settings: Record<string, unknown>,
  env?: Record<string, string>,
): Promise<OtherShop> {
  const shared = inject('shop')
  const server = { ownerUrl: shared.databaseUrl, url: shared.runtimeUrl }
  const { ownerUrl, url: databaseUrl } = await copySeededDatabase(name, server)
  const sql = (text: string, values?: unknown[]) => queryShopRow(ownerUrl, text, values)
  const upsert =
    'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value'
  for (const [key, value] of Object.entries(settings)) await sql(upsert, [key, JSON.stringify(value)])
  const folder = join(import.meta.dirname, '../../.data/e2e', String(process.pid))
  const shop = await startShop({ folder, port: await findFreePort(), databaseUrl, ownerUrl, prepared: true, env })
  return { ...shop, sql }
}
