import { afterEach, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { matchWaitingDeposits } from './match-deposit.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { depositById, makeDeposit } from './testing/deposits.ts'

// The bank gives the transfers of a bulk-transfer file that it couldn't deliver back as one sum, under the name of the
// shop's own account. Whoever has refunds to several dead accounts in one file knows that sum.
beforeAll(() => saveSettings({ FOOTER_COMPANY: '주식회사 한빛 상점' }))
afterEach(() => expectBooksBalance())

let amount = 80_000

test.each(['한빛상점', '(주)한빛 상점', '㈜한빛상점', '한빛상점주식회사'])(
  'a charge under the shop’s own name, %s, is credited with nothing that comes in under it',
  async (name) => {
    amount++
    const { id: memberId } = await makeMember()
    await makeCharge({ memberId, name, point: amount })
    const id = await makeDeposit({ name, amount })
    await matchWaitingDeposits(db())
    expect((await depositForStaff(db(), id))?.reason).toBe('SHOP')
    expect(await balanceOf(db(), memberId)).toBe(0n)
  },
)

test.each([
  ['주식회사 바른', '(주)바른'],
  ['(주)바른', '바른(주)'],
  ['바른 유한회사', '바른'],
  ['주다희상점', '주다희상점'],
  ['주식회사 한빛나라 문화상점', '한빛나라 문화상'],
])('of a shop that is called %s a deposit of %s waits too', async (company, name) => {
  await saveSettings({ FOOTER_COMPANY: company })
  const { id: memberId } = await makeMember()
  await makeCharge({ memberId, name, point: ++amount })
  expect((await depositForStaff(db(), await makeDeposit({ name, amount })))?.reason).toBe('SHOP')
  await saveSettings({ FOOTER_COMPANY: '주식회사 한빛 상점' })
})

test('a name that only begins as the shop’s is credited', async () => {
  const { id: memberId } = await makeMember()
  const chargeId = await makeCharge({ memberId, name: '한빛상점가', point: ++amount })
  expect(await depositById(await makeDeposit({ name: '한빛상점가', amount }))).toEqual({ status: 'MATCHED', chargeId })
})
