import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { startPayactionStandIn } from './testing/payaction-stand-in.ts'
import type { StandIn } from './testing/stand-in.ts'
import { chargeOf, connect, depositsOf, pointsOf, settle } from './testing/world.ts'

let standIn: StandIn
beforeAll(async () => {
  standIn = await startPayactionStandIn()
})
afterAll(() => standIn.stop())
afterEach(() => expectBooksBalance())

test('a registered charge is credited once PayAction confirms its deposit', async () => {
  await connect(standIn)
  const charge = await chargeOf('홍길동')
  await settle(standIn)
  standIn.transfer(charge)
  await settle(standIn)
  expect(await pointsOf(charge.memberId)).toBe(10_000)
  expect(await depositsOf('payaction')).toMatchObject([{ status: 'MATCHED', chargeId: charge.id, isProved: true }])
})
