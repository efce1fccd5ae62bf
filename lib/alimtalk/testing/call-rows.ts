import { db } from '#lib/core/db.ts'
import { lastCodeTo } from '#lib/messages/testing/outbox.ts'
import { sendCode } from '#lib/verification/send-code.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { newPhone } from './alerts.ts'

async function giveUnverifiedPhone({ id }: { id: number }): Promise<string> {
  const phone = newPhone()
  await db().rows('UPDATE members SET phone = $2 WHERE id = $1', [id, phone])
  return phone
}

export const callTestRows: CallTestRows = {
  'GET /service/alerts': { access: 'member' },
  'PUT /service/alerts': { access: 'member', body: () => ({ charge: false, hold: false, order: false }) },
  'POST /service/alerts/phone': {
    access: 'member',
    prepare: giveUnverifiedPhone,
  },
  'PUT /service/alerts/phone': {
    access: 'member',
    body: async (owner) => {
      const target = await giveUnverifiedPhone(owner)
      await sendCode(db(), { channel: 'PHONE', target })
      return { sendCode: await lastCodeTo(target) }
    },
  },
}
