import { saveSettings } from '#lib/settings/testing/settings.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

export const callTestRows: CallTestRows = {
  'POST /auth/referral-code': {
    access: 'member',
    prepare: () => saveSettings({ ENABLE_REFERRAL: true }),
  },
}
