import { expect, test } from 'vitest'
import { makePayment } from '#lib/card-payments/testing/payments.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { fileTask } from '../file-task.ts'
import { tasksForStaff } from './queries.ts'

test('a task about a payment that wasn’t credited names its member, whom staff may have to tell', async () => {
  const { id: memberNo, loginId: memberId } = await makeMember()
  const { id: refId, paymentId } = await makePayment({ memberId: memberNo })
  await fileTask(db(), { kind: 'CARD_PAYMENT', refType: 'card-payment', refId, detail: { paymentId, memberNo } })
  const { rows } = await tasksForStaff(db(), { q: String(refId), kind: 'CARD_PAYMENT', size: 1 })
  expect(rows).toMatchObject([{ memberNo, memberId }])
})
