import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { connectSource, depositsOf, makeMemberWithCharge, runWorkerRounds } from './testing/connected-shop.ts'
import { type PopbillStandIn, startPopbillStandIn } from './testing/popbill-stand-in.ts'
import { endUnfinishedWork, expectNotCredited } from './testing/source-suite.ts'

// For some kinds of deposits the bank never gives a name. A member who requests a charge under the text that the shop
// stores instead of the name must not get that money.

let standIn: PopbillStandIn

beforeEach(async () => {
  standIn = await startPopbillStandIn()
  await connectSource(standIn)
})
afterEach(async () => {
  await standIn.stop()
  await endUnfinishedWork('popbill')
  await expectBooksBalance()
})

let amount = 20_000

test.each([
  ['(이름 없음)', '모바일이체'],
  ['이름없음', ' '],
  ['()', '타행이체'],
])('a charge under the name %s is not credited with a deposit of which the bank says only %s', async (name, remark) => {
  const charge = await makeMemberWithCharge(name, ++amount)
  standIn.transfer({ name: remark, amount: charge.amount })
  await runWorkerRounds(standIn, 8)
  expect((await depositsOf('popbill')).filter((deposit) => deposit.amount === charge.amount)).toMatchObject([
    { name: '(이름 없음)', status: 'WAITING', chargeId: null },
  ])
  await expectNotCredited([charge])
})
