import { db } from '#lib/core/db.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { SignedIn } from '#lib/web/testing/caller.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { setWebhook } from '../set-webhook.ts'
import { makeFailedWebhookDelivery } from './webhooks.ts'

const url = 'https://reseller.example.com/hook'

const turnWebhookOn = ({ id }: SignedIn) => setWebhook(db(), { memberId: id, url, enabled: true })

export const callTestRows: CallTestRows = {
  'GET /service/webhook': { access: 'member' },
  'PUT /service/webhook': {
    access: 'member',
    body: () => ({ url, enabled: true, serviceChanges: true }),
    headers: reauthHeaders,
  },
  'POST /service/webhook/secret': {
    access: 'member',
    body: () => ({ overlapHours: 24 }),
    prepare: turnWebhookOn,
    headers: reauthHeaders,
  },
  'GET /service/webhook/deliveries': {
    access: 'member',
    query: {
      good: 'page=1&size=10&state=FAILED&order=1',
      bad: ['page=0', 'size=1001', 'size=x', 'page=%00', 'state=x', 'order=0', 'order=2147483648'],
    },
  },
  'GET /service/webhook/deliveries/{id}': { access: 'member', id: ({ id }) => makeFailedWebhookDelivery(id) },
  'POST /service/webhook/test': {
    access: 'member',
    prepare: turnWebhookOn,
  },
  'POST /service/webhook/deliveries/{id}/resend': { access: 'member', id: ({ id }) => makeFailedWebhookDelivery(id) },
}
