import { afterEach, expect, test } from 'vitest'
import { dayTotalOf } from '#lib/approvals/ask-approval.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { recoverOrderCall, transitionOrderCall } from '#lib/orders/calls.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { makeStaff, shareBankAccount } from './testing/staff.ts'

// Attacks by people with several accounts: what is counted by person isn't counted anew for each account. Test titles
// describe the attacker's actions.
afterEach(() => expectBooksBalance())

const { COMPLETED, CANCELED } = orderStatus

/** An order for this many won that its provider has completed; of a new member, or of this one. */
async function makeDeliveredOrder(won: number, member?: number): Promise<number> {
  const memberId = member ?? (await makeMember({ points: won })).id
  const serviceId = await makeService({ price: won / 1_000 })
  const orderId = await makeOrder({ memberId, serviceId, amount: 1_000 })
  const provider = { kind: 'provider', providerId: 1 } as const
  await transitionOrder(db(), provider, { orderId, status: COMPLETED, remains: 0, startCount: null, reason: '' })
  return orderId
}

/** Refunds an order of a new member for this many won. Returns why it waits for a second person, if it does. */
async function refund({ headers }: SignedIn, won: number): Promise<string | undefined> {
  const path = `/api/admin/orders/${await makeDeliveredOrder(won)}/transition`
  const { json } = await send(transitionOrderCall, { path, headers, body: { status: CANCELED, reason: '회원 요청' } })
  return json.approval?.why
}

test('a MANAGER with two accounts of staff refunds by each of them: their day is one', async () => {
  const [one, other, colleague] = [await makeStaff('MANAGER'), await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  await shareBankAccount(one.id, other.id)
  await saveSettings({ DAILY_LIMIT: 1_500_000 })
  try {
    expect(await refund(one, 800_000)).toBe(undefined)
    expect(await refund(other, 800_000)).toBe('DAILY')
    expect(await refund(other, 700_000)).toBe(undefined)
    expect(await refund(one, 1)).toBe('DAILY')
    expect(await refund(colleague, 800_000)).toBe(undefined)
    expect(await Promise.all([one, other, colleague].map(({ id }) => dayTotalOf(db(), id)))).toEqual([
      150_000_000n,
      150_000_000n,
      80_000_000n,
    ])
  } finally {
    await saveSettings({ DAILY_LIMIT: 5_000_000 })
  }
})

test('he refunds by both at the same moment: one of them waits', async () => {
  const [one, other] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  await shareBankAccount(one.id, other.id)
  await saveSettings({ DAILY_LIMIT: 1_500_000 })
  try {
    for (let round = 0; round < 3; round++) {
      await db().rows('UPDATE staff_day_totals SET amount = 0')
      const answers = await Promise.all([one, other, one, other].map((account) => refund(account, 1_000_000)))
      expect(answers.toSorted()).toEqual(['DAILY', 'DAILY', 'DAILY', undefined])
    }
  } finally {
    await saveSettings({ DAILY_LIMIT: 5_000_000 })
  }
})

test('a member has followers recovered on each of his accounts: the fourth needs a second person on any of them', async () => {
  const manager = await makeStaff('MANAGER')
  const accounts = [await makeMember({ points: 2_000 }), await makeMember({ points: 2_000 })]
  await shareBankAccount(...accounts.map(({ id }) => id))
  const whys: (string | undefined)[] = []
  for (const { id } of [...accounts, ...accounts]) {
    const path = `/api/admin/orders/${await makeDeliveredOrder(1_000, id)}/recover`
    const body = { dropped: 100, reason: '언팔로우' }
    const { json } = await send(recoverOrderCall, { path, headers: manager.headers, body })
    whys.push(json.approval?.why)
  }
  expect(whys).toEqual([undefined, undefined, undefined, 'OFTEN'])
})
