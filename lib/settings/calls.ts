import { call } from '#lib/core/call.ts'
import { publicSettings, settings } from './queries.ts'
import { saveSettings } from './save-settings.ts'
import { settingList, settingsInput, settingsSchema } from './schema.ts'

export const settingsCall = call({
  method: 'GET',
  path: '/service/settings',
  access: 'public',
  answer: settingList,
  run: ({ db }) => publicSettings(db),
})

export const adminSettingsCall = call({
  method: 'GET',
  path: '/api/admin/settings',
  secret: true,
  access: 'SUPPORT',
  answer: settingsSchema,
  run: ({ db }) => settings(db),
})

export const saveSettingsCall = call({
  method: 'PUT',
  path: '/api/admin/settings',
  secret: true,
  access: 'OWNER',
  reauth: true,
  body: settingsInput,
  answer: settingsSchema,
  run: ({ db, body, caller, address }) => saveSettings(db, { ...body, actorId: caller.memberId, address }),
})
