import { join } from 'node:path'
import { inject } from 'vitest'
import { freePort } from '#scripts/postgres.ts'
import { type Shop, startShop } from '#scripts/shop.ts'
import { queryShop } from './shop-rows.ts'

export type OtherShop = Shop & {
  /** Runs a statement on the shop's database; resolves to the first row. */
  sql(text: string, values?: unknown[]): Promise<unknown>
}

/** Starts a separate shop, on a database of its own, with settings that would disturb the other journeys. */
export async function openOtherShop(
  name: string,
  settings: Record<string, unknown>,
  env?: Record<string, string>,
): Promise<OtherShop> {
  const { databaseUrl } = inject('shop')
  await queryShop(databaseUrl, `CREATE DATABASE ${name}`)
  const own = new URL(databaseUrl)
  own.pathname = name
  const folder = join(import.meta.dirname, '../../.data/e2e', String(process.pid))
  const sql = (text: string, values?: unknown[]) => queryShop(own.href, text, values)
  const shop = await startShop({ folder, port: await freePort(), databaseUrl: own.href, env })
  const save =
    'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value'
  for (const [key, value] of Object.entries(settings)) await sql(save, [key, JSON.stringify(value)])
  return { ...shop, sql }
}
