import { expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { SKIPPED_IDS, skipIds } from './skip-ids.ts'

const nextOf = async (sequence: string): Promise<number> =>
  (await oneRow<{ next: number }>(db(), `SELECT nextval('${sequence}')::int AS next`)).next

test('numbers that programs may have got after the restored moment aren’t given again', async () => {
  const { id: memberId } = await makeMember({ points: 1_000 })
  const serviceId = await makeService()
  const orderId = await makeOrder({ memberId, serviceId })
  const others = ['services_id_seq', 'bulk_order_id_seq', 'order_requests_id_seq', 'webhook_deliveries_id_seq']
  const numbers = await Promise.all(others.map(nextOf))
  await skipIds(db())
  const link = 'https://www.instagram.com/another/'
  expect(await makeOrder({ memberId, serviceId, link })).toBeGreaterThan(orderId + SKIPPED_IDS)
  for (const [at, number] of (await Promise.all(others.map(nextOf))).entries())
    expect(number).toBeGreaterThan((numbers[at] ?? 0) + SKIPPED_IDS)
  await expectBooksBalance()
})
