import type { z } from 'zod'
import { cached } from '#lib/core/cache.ts'
import type { Db } from '#lib/core/db.ts'
import { publicSettingKeys, type Settings, type settingList, settingsFromRows } from './schema.ts'

/** The site's settings, kept an hour (spec 9) and read again as soon as one is saved. */
export function settings(db: Db): Promise<Settings> {
  return cached('settings', 'all', async () =>
    settingsFromRows(await db.rows<{ key: string; value: unknown }>('SELECT key, value FROM settings')),
  )
}

/** What everybody may know of them, in the order of spec 3. */
export async function publicSettings(db: Db): Promise<z.output<typeof settingList>> {
  const all = await settings(db)
  return publicSettingKeys.map((key) => ({ key, value: all[key] }))
}
