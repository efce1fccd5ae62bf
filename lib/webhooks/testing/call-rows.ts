import { db } from '#lib/core/db.ts'
import { provedAgain } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { setWebhook } from '../set-webhook.ts'
import { makeFailedDelivery } from './webhooks.ts'

const url = 'https://reseller.example.com/hook'

export const callTestRows: CallTestRows = {
  'GET /service/webhook': { access: 'member' },
  'PUT /service/webhook': { access: 'member', body: () => ({ url, enabled: true }), headers: provedAgain },
  'POST /service/webhook/secret': {
    access: 'member',
    headers: async (caller) => {
      await setWebhook(db(), { memberId: caller.id, url, enabled: true })
      return provedAgain(caller)
    },
  },
  'GET /service/webhook/deliveries': {
    access: 'member',
    query: { good: 'page=1&size=10', bad: ['page=0', 'size=1001', 'size=x', 'page=%00'] },
  },
  'POST /service/webhook/deliveries/{id}/resend': { access: 'member', id: ({ id }) => makeFailedDelivery(id) },
}
