import { makeConnection } from '#lib/connections/testing/connections.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeCardCharge, makePayment, offerPayments } from './payments.ts'
import { signWebhook } from './sign-webhook.ts'

const webhook = () => ({ type: 'Transaction.Paid', timestamp: '2026-11-24T10:00:00Z', data: { storeId: 'store' } })

export const callTestRows: CallTestRows = {
  'POST /service/card-payments': {
    access: 'member',
    status: 201,
    body: async () => {
      await offerPayments()
      return { point: 10_000, payMethod: 'CARD' }
    },
  },
  'POST /service/card-payments/{paymentId}/confirm': {
    access: 'member',
    id: async (owner) => (await makePayment({ memberId: owner.id })).paymentId,
  },
  'POST /hooks/portone': {
    access: 'public',
    body: webhook,
    prepare: () => makeConnection({ kind: 'portone' }),
    headers: async (_, bytes) => signWebhook(bytes.toString('utf8')).headers,
  },
  'POST /api/admin/charges/{id}/cancel-payment': {
    access: 'MANAGER',
    id: (owner) => makeCardCharge(owner.id),
    body: async () => {
      await offerPayments()
      return { point: 1_000, reason: '회원 요청' }
    },
  },
  'PUT /api/admin/card-payments': {
    access: 'OWNER',
    body: async () => {
      await makeConnection({ kind: 'portone' })
      return { on: false }
    },
    headers: reauthHeaders,
  },
}
