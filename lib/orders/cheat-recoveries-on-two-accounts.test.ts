import { afterEach, expect, test } from 'vitest'
import { makeStaff, shareBankAccount } from '#lib/approvals/decisions/testing/staff.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { recoverOrderCall } from './calls.ts'
import { makeCompletedOrder } from './testing/orders.ts'

afterEach(() => expectBooksBalance())

/** Creates a member with three completed orders of 1,000 units at 3.3 P each. */
async function makeAccount(): Promise<{ id: number; orders: number[] }> {
  const { id } = await makeMember({ points: 9_900 })
  const serviceId = await makeService({ price: 3.3 })
  const orders = []
  for (let each = 0; each < 3; each++) orders.push(await makeCompletedOrder({ memberId: id, serviceId, amount: 1_000 }))
  return { id, orders }
}

const recover = async ({ headers }: SignedIn, orderId: number) => {
  const body = { dropped: 157, reason: '팔로워 이탈' }
  const { json } = await send(recoverOrderCall, { path: `/api/admin/orders/${orderId}/recover`, headers, body })
  return json
}

test('two MANAGERs give at once on two accounts of one person: a second person decides after three', async () => {
  const [one, other] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  for (let round = 0; round < 5; round++) {
    const accounts = [await makeAccount(), await makeAccount()] as const
    await shareBankAccount(...accounts.map(({ id }) => id))
    const answers = await Promise.all([
      ...accounts[0].orders.map((orderId) => recover(one, orderId)),
      ...accounts[1].orders.toReversed().map((orderId) => recover(other, orderId)),
    ])
    const waiting = answers.filter(({ approval }) => approval)
    expect(waiting.map(({ approval }) => approval.why)).toEqual(['OFTEN', 'OFTEN', 'OFTEN'])
    const given = (await balanceOf(db(), accounts[0].id)) + (await balanceOf(db(), accounts[1].id))
    expect(given).toBe(3n * 51_810n)
  }
})
