import { db } from '#lib/core/db.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { makeMessage, newEmailAddress } from './outbox.ts'

async function makeFailed(): Promise<number> {
  const id = await makeMessage(newEmailAddress())
  await db().rows("UPDATE outbox_messages SET status = 'FAILED' WHERE id = $1", [id])
  return id
}

export const callTestRows: CallTestRows = {
  'GET /api/admin/outbox': {
    access: 'SUPPORT',
    query: {
      good: 'status=PENDING&channel=EMAIL&q=a&size=200&cursor=9',
      bad: ['size=201', 'cursor=0', 'status=LOST', 'channel=FAX', 'q=%00'],
    },
  },
  'POST /api/admin/outbox/{id}/resend': { access: 'MANAGER', id: makeFailed },
}
