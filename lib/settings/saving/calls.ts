import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { settingsInput, settingsSchema } from '../schema.ts'
import { saveSettings } from './save-settings.ts'

export const saveSettingsCall = call({
  method: 'PUT',
  path: '/api/admin/settings',
  secret: true,
  access: 'OWNER',
  reauth: true,
  body: settingsInput,
  answer: settingsSchema,
  run: ({ db, body, ...context }) => saveSettings(db, staffActor(context), body),
})
