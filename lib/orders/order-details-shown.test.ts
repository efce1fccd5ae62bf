import { expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { orderForStaff, ordersForFile } from './queries/list-for-staff.ts'
import { orderWithTimeline } from './queries.ts'
import { makeOrder } from './testing/orders.ts'

test('the details of an order are shown to its member and to staff, and are in the CSV file', async () => {
  const { id: memberId, loginId } = await makeMember({ points: 100 })
  const serviceId = await makeService({ type: 'Comment Replies' })
  const details = { username: 'writer', comments: '네\n아니요' }
  const orderId = await makeOrder({ memberId, serviceId, details })
  const stored = { serviceType: 'Comment Replies', details: { username: 'writer', comments: ['네', '아니요'] } }
  expect(await orderWithTimeline(db(), orderId, memberId)).toMatchObject(stored)
  expect(await orderForStaff(db(), orderId)).toMatchObject(stored)
  const { rows } = await ordersForFile(db(), { q: loginId, size: 10 })
  expect(rows.map((row) => row.details)).toEqual(['댓글을 쓴 계정: writer\n답글: 네\n아니요'])
})
