import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeBrowser } from './browsers.ts'

export const callTestRows: CallTestRows = {
  'GET /service/push': { access: 'member' },
  'POST /service/push': { access: 'member', body: () => makeBrowser().subscription },
  'PUT /service/push': { access: 'member', body: () => makeBrowser().subscription },
  'DELETE /service/push': { access: 'member', body: () => ({ endpoint: makeBrowser().subscription.endpoint }) },
}
