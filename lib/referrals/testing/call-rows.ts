import { saveSettings } from '#lib/settings/testing/settings.ts'
import type { Rows } from '#lib/web/testing/row.ts'

export const rows: Rows = {
  'POST /auth/referral-code': {
    access: 'member',
    headers: async () => {
      await saveSettings({ ENABLE_REFERRAL: true })
      return {}
    },
  },
}
