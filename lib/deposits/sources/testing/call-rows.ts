import { makeConnection, validConnectionValues } from '#lib/connections/testing/connections.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'

async function connectPayaction(): Promise<string> {
  await makeConnection({ kind: 'payaction' })
  return 'payaction'
}

export const callTestRows: CallTestRows = {
  'POST /hooks/sources/{kind}': {
    access: 'public',
    id: connectPayaction,
    type: 'application/json',
    body: () => ({ order_number: 'UNKNOWN', order_status: '매칭완료', processing_date: '2026-11-23T10:00:00+09:00' }),
    headers: async () => {
      const { webhookKey = '', mallId = '' } = validConnectionValues('payaction')
      return { 'x-webhook-key': webhookKey, 'x-mall-id': mallId }
    },
  },
  'GET /api/admin/deposit-sources': { access: 'MANAGER' },
  'PUT /api/admin/deposit-sources/{kind}/crediting': {
    access: 'OWNER',
    id: connectPayaction,
    body: () => ({ on: false }),
    headers: reauthHeaders,
  },
}
