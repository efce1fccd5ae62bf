import { call } from '#lib/core/call.ts'
import { readPublicSettings, settings } from './queries.ts'
import { settingList, settingsSchema } from './schema.ts'

export const settingsCall = call({
  method: 'GET',
  path: '/service/settings',
  access: 'public',
  answer: settingList,
  run: ({ db }) => readPublicSettings(db),
})

export const adminSettingsCall = call({
  method: 'GET',
  path: '/api/admin/settings',
  secret: true,
  access: 'SUPPORT',
  answer: settingsSchema,
  run: ({ db }) => settings(db),
})
