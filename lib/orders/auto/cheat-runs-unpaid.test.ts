import { afterEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { runAutoOrdersJob } from '#lib/jobs/run-auto-orders-job.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { balanceOf, readOpenDebt } from '#lib/points/queries.ts'
import { makeAutoOrder, passTime, readAutoOrder, readRunsOfAutoOrder } from './testing/auto-orders.ts'

// Attacks by a member whose charge is found to be false after he has spent its points on auto orders. Test titles
// describe the attacker's actions. Amounts are in won.
afterEach(() => expectBooksBalance())

const WON = 100n
let count = 0

/** Makes a member who spent a charge of 3,000 on auto orders of 3 runs each, and reverses the charge. */
async function makeIndebted({ orders = 1 } = {}) {
  const email = `unpaid${++count}@example.com`
  const { id: memberId } = await makeMember({ email })
  const chargeId = await makeCreditedCharge(memberId, 3_000)
  const serviceId = await makeService({ price: 1, enableAuto: true })
  const ids: number[] = []
  for (let each = 0; each < orders; each++)
    ids.push((await makeAutoOrder({ memberId, serviceId, amount: 1_000 / orders, runs: 3 })).id)
  await reverseCharge(db(), someStaff, { chargeId, reason: '다른 사람의 입금' })
  return { memberId, ids, id: ids[0] ?? 0, email }
}

const runSweep = () => runAutoOrdersJob.run(db())

test('he lets the runs be made all the same: none is, as long as he owes points', async () => {
  const { memberId, id } = await makeIndebted()
  expect(await readOpenDebt(db(), memberId)).toBe(3_000n * WON)
  for (let hour = 0; hour < 3; hour++) {
    await passTime('60 minutes')
    await runSweep()
  }
  expect(await readRunsOfAutoOrder(id)).toHaveLength(1)
  await makeCreditedCharge(memberId, 3_000)
  await runSweep()
  await runSweep()
  expect(await readRunsOfAutoOrder(id)).toHaveLength(2)
  expect(await readAutoOrder(id)).toMatchObject({ completed: 2, minutesToNext: 60 })
})

test('he doesn’t pay for 72 hours: the runs left are cancelled, their points pay the debt, and he is told', async () => {
  const { memberId, id, email } = await makeIndebted()
  await runSweep()
  await passTime('71 hours 59 minutes')
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ status: 0, completed: 1 })
  await passTime('1 minute')
  await Promise.all([runSweep(), runSweep(), runSweep()])
  expect(await readAutoOrder(id)).toMatchObject({ status: 2, completed: 1, refunded: 2_000n * WON })
  expect([await readOpenDebt(db(), memberId), await balanceOf(db(), memberId)]).toEqual([1_000n * WON, 0n])
  expect(await lastMessageBodyTo(email)).toBe(
    `정산할 금액이 72시간 넘게 남아 있어 자동주문 ${id}번을 취소했어요. 진행하지 않은 2회의 2,000P를 모두 정산에 썼고, 아직 1,000P를 더 정산해야 해요.`,
  )
})

test('he hides among several orders: only as many are cancelled as pay the debt, the oldest first', async () => {
  const { memberId, ids, email } = await makeIndebted({ orders: 2 })
  await makeCreditedCharge(memberId, 2_500)
  expect(await readOpenDebt(db(), memberId)).toBe(500n * WON)
  await runSweep()
  await passTime('72 hours')
  await runSweep()
  await runSweep()
  expect(await readAutoOrder(ids[0] ?? 0)).toMatchObject({ status: 2, refunded: 1_000n * WON })
  expect(await readAutoOrder(ids[1] ?? 0)).toMatchObject({ status: 0, completed: 2 })
  expect([await readOpenDebt(db(), memberId), await balanceOf(db(), memberId)]).toEqual([0n, 500n * WON])
  expect(await lastMessageBodyTo(email)).toMatch(/의 1,000P로 먼저 정산하고, 남은 포인트는 잔액에 더했어요\.$/)
})

test('another member’s debt stops nothing', async () => {
  await makeIndebted()
  const { id: memberId } = await makeMember({ points: 10 })
  const { id } = await makeAutoOrder({ memberId })
  await passTime('60 minutes')
  await runSweep()
  expect(await readAutoOrder(id)).toMatchObject({ completed: 2 })
})
