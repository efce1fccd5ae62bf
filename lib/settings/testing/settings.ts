import { dropCached } from '#lib/core/cache.ts'
import { db } from '#lib/core/db.ts'
import type { Settings } from '../schema.ts'

/** Stores these settings, and drops the cached settings of this process. */
export async function saveSettings(values: Partial<Settings>): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await db().rows(
      'INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      [key, JSON.stringify(value)],
    )
  dropCached('settings')
}
