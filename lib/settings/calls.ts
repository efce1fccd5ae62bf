import { call } from '#lib/core/call.ts'
import { publicSettings } from './queries.ts'
import { settingList } from './schema.ts'

export const settingsCall = call({
  method: 'GET',
  path: '/service/settings',
  access: 'public',
  answer: settingList,
  run: ({ db }) => publicSettings(db),
})
