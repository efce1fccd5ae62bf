import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { readStaffDayTotal } from '#lib/approvals/ask-approval.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { matchDeposits } from '#lib/deposits/match-by-staff.ts'
import { makeDeposit } from '#lib/deposits/testing/deposits.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { recoverOrderCall, transitionOrderCall } from '#lib/orders/calls.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { makeStaff, shareBankAccount } from './testing/staff.ts'

// Attacks by people with several accounts: limits per person must not start again for each account. Test titles
// describe the attacker's actions.
afterEach(() => expectBooksBalance())

const { COMPLETED, CANCELED } = orderStatus

/**
 * Makes an order for this many won that its provider has completed, for this member or, by default, a new one. Returns
 * the order's id.
 */
async function makeDeliveredOrder(won: number, member?: number): Promise<number> {
  const memberId = member ?? (await makeMember({ points: won })).id
  const serviceId = await makeService({ price: won / 1_000 })
  const orderId = await makeOrder({ memberId, serviceId, amount: 1_000 })
  const provider = { kind: 'provider', providerId: 1 } as const
  await transitionOrder(db(), provider, { orderId, status: COMPLETED, remains: 0, startCount: null, reason: '' })
  return orderId
}

/**
 * Refunds an order for this many won of a new member. Returns why the refund waits for a second person; undefined if it
 * doesn't.
 */
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
    expect(await Promise.all([one, other, colleague].map(({ id }) => readStaffDayTotal(db(), id)))).toEqual([
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

let nameCount = 0

/**
 * Makes a deposit that only a webhook reported, and charges of a new member that the deposit pays for; amounts in won.
 */
async function makeUnprovedDeposit(...amounts: number[]) {
  const { id: memberId } = await makeMember()
  const name = `두계정 ${++nameCount}호`
  const chargeIds = []
  for (const point of amounts) chargeIds.push(await makeCharge({ memberId, name: `${name}의 충전`, point }))
  const amount = amounts.reduce((sum, each) => sum + each, 0)
  const origin = { source: 'CONNECTION', connection: 'payaction', isProved: false } as const
  return { depositIds: [await makeDeposit({ name, amount }, origin)], chargeIds }
}

const matchBy = async ({ id }: SignedIn, match: Awaited<ReturnType<typeof makeUnprovedDeposit>>) => {
  const way = match.chargeIds.length > 1 ? 'SPLIT' : 'MATCH'
  const { approval } = await matchDeposits(db(), staffOf({ id, loginId: `staff${id}` }), { way, ...match })
  return approval?.why
}

test('he matches unconfirmed deposits by both at the same moment: one of them waits', async () => {
  const [one, other] = [await makeStaff('MANAGER'), await makeStaff('MANAGER')]
  await shareBankAccount(one.id, other.id)
  await saveSettings({ DAILY_LIMIT: 1_500_000 })
  try {
    for (let round = 0; round < 3; round++) {
      await db().rows('UPDATE staff_day_totals SET amount = 0')
      const matches = [await makeUnprovedDeposit(900_000), await makeUnprovedDeposit(900_001)]
      const { matching } = await db().transaction(async (tx) => {
        await tx.rows('SELECT FROM deposits WHERE id = ANY ($1) FOR UPDATE', [
          matches.flatMap((each) => each.depositIds),
        ])
        const both = [one, other].map((account, at) =>
          matchBy(account, matches[at] ?? { depositIds: [], chargeIds: [] }),
        )
        await sleep(300)
        return { matching: Promise.all(both) }
      })
      expect((await matching).toSorted()).toEqual(['DAILY', undefined])
    }
  } finally {
    await saveSettings({ DAILY_LIMIT: 5_000_000 })
  }
})

test('a split counts once, however many charges it pays for', async () => {
  const one = await makeStaff('MANAGER')
  expect(await matchBy(one, await makeUnprovedDeposit(300_000, 200_000, 100_000))).toBe(undefined)
  expect(await readStaffDayTotal(db(), one.id)).toBe(60_000_000n)
})
