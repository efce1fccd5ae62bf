import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { failCharge } from '#lib/charges/fail-charge.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { matchWaitingDeposits } from './match-deposit.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { receiveDeposits } from './receive-deposits.ts'
import { matchByStaff, splitDeposit } from './settle-deposit.ts'
import { buildDeposit, depositById, makeDeposit } from './testing/deposits.ts'
import { daysAgo, makeChargeAt, makePaidChargeAt, makeRegularPayer, minutesAgo } from './testing/payers.ts'

// Creates the importer of `fromImport`. He is the first member, so his id is 1. No payer in these tests may have this
// id, because the payer would then have imported his own deposit.
beforeAll(() => makeMember())
afterEach(() => expectBooksBalance())

const fromImport = { source: 'IMPORT', importedBy: 1 } as const
let nameCount = 0
const newDepositorName = () => `규칙 ${++nameCount}호`
const waitReasonOf = async (id: number) => (await depositForStaff(db(), id))?.reason
const matchByHand = (chargeId: number, depositId: number) =>
  db().transaction((tx) => matchByStaff(tx, { ...someStaff, memberId: 1 }, { chargeId, depositId }))

/**
 * Creates a deposit that arrived an hour ago and a charge requested now, and runs the matching. Returns the deposit
 * with the reason why it waits.
 */
async function matchWithLaterCharge(wanted: { name: string; memberId: number; point?: number; amount?: number }) {
  const { name, memberId, point = 10_000 } = wanted
  const id = await makeDeposit({ name, amount: point, at: minutesAgo(60) })
  await makeChargeAt({ name, memberId, point })
  await matchWaitingDeposits(db())
  return { id, ...(await depositById(id)), reason: await waitReasonOf(id) }
}

test('a deposit that says it comes tomorrow is as old as our knowledge of it', async () => {
  const name = newDepositorName()
  const id = await makeDeposit({ name, at: daysAgo(-1) })
  await db().rows("UPDATE deposits SET created_at = now() - interval '1 hour' WHERE id = $1", [id])
  await makeChargeAt({ name })
  await matchWaitingDeposits(db())
  expect(await waitReasonOf(id)).toBe('AFTER')
})

describe('a charge made after its deposit', () => {
  test('is suggested to whoever asks, and credited by one word of staff', async () => {
    const name = newDepositorName()
    const id = await makeDeposit({ name, at: minutesAgo(60) })
    const charge = await makeChargeAt({ name })
    expect(await matchWaitingDeposits(db())).toBe(0)
    expect(await depositForStaff(db(), id)).toMatchObject({
      reason: 'AFTER',
      charges: expect.arrayContaining([expect.objectContaining({ id: charge.id })]),
    })
    await matchByHand(charge.id, id)
    expect(await depositById(id)).toEqual({ status: 'MATCHED', chargeId: charge.id })
  })

  test('is credited to who was credited under the name on two days a week apart', async () => {
    const name = newDepositorName()
    expect(await matchWithLaterCharge({ name, memberId: await makeRegularPayer(name) })).toMatchObject({
      status: 'MATCHED',
    })
  })

  test('is only suggested where those days are six days apart', async () => {
    const name = newDepositorName()
    const { memberId } = await makePaidChargeAt({ name, at: daysAgo(20) })
    await makePaidChargeAt({ name, memberId, at: daysAgo(14) })
    expect(await matchWithLaterCharge({ name, memberId })).toMatchObject({ status: 'WAITING', reason: 'AFTER' })
  })

  test('is credited up to twice his largest sum under the name, not above', async () => {
    const [twice, above] = [newDepositorName(), newDepositorName()]
    expect(
      await matchWithLaterCharge({ name: twice, memberId: await makeRegularPayer(twice), point: 20_000 }),
    ).toMatchObject({
      status: 'MATCHED',
    })
    expect(
      await matchWithLaterCharge({ name: above, memberId: await makeRegularPayer(above), point: 20_001 }),
    ).toMatchObject({
      reason: 'AFTER',
    })
  })

  test('is only suggested where anybody else ever asked under the name, even if he gave it up', async () => {
    const name = newDepositorName()
    const memberId = await makeRegularPayer(name)
    const other = await makeChargeAt({ name: `(${name})`, point: 77 })
    await failCharge(db(), { chargeId: other.id, outcome: 'WITHDRAWN', memberId: other.memberId })
    expect(await matchWithLaterCharge({ name, memberId })).toMatchObject({ reason: 'AFTER' })
  })

  test('is only suggested where staff matched the earlier ones, or they came after their deposits, or were reversed', async () => {
    const [matched, after, reversed] = [newDepositorName(), newDepositorName(), newDepositorName()]
    const byStaff = await makeChargeAt({ name: matched, at: daysAgo(20) })
    await matchByHand(byStaff.id, await makeDeposit({ name: matched, at: daysAgo(25) }))
    await makePaidChargeAt({ name: matched, memberId: byStaff.memberId, at: daysAgo(5) })
    expect(await matchWithLaterCharge({ name: matched, memberId: byStaff.memberId })).toMatchObject({ reason: 'AFTER' })
    const memberId = await makeRegularPayer(after)
    await db().rows("UPDATE charges SET created_at = created_at + interval '1 day' WHERE member_id = $1", [memberId])
    expect(await matchWithLaterCharge({ name: after, memberId })).toMatchObject({ reason: 'AFTER' })
    const taken = await makeRegularPayer(reversed)
    for (const { id } of await db().rows<{ id: number }>('SELECT id FROM charges WHERE member_id = $1', [taken]))
      await reverseCharge(db(), someStaff, { chargeId: id, reason: '오입금' })
    expect(await matchWithLaterCharge({ name: reversed, memberId: taken })).toMatchObject({ reason: 'AFTER' })
  })

  test('of an authenticated deposit is only suggested where all that is known of him one person typed in', async () => {
    const name = newDepositorName()
    expect(
      await matchWithLaterCharge({ name, memberId: await makeRegularPayer(name, 10_000, fromImport) }),
    ).toMatchObject({
      reason: 'AFTER',
    })
  })
})

describe('a name new to a member', () => {
  test('that another was ever credited under is suggested, also before its deposit; his own from then on', async () => {
    const name = newDepositorName()
    await makePaidChargeAt({ name, at: daysAgo(100) })
    const { id: chargeId, memberId } = await makeChargeAt({ name })
    const id = await makeDeposit({ name })
    expect(await waitReasonOf(id)).toBe('NEW_NAME')
    await matchByHand(chargeId, id)
    const next = await makeChargeAt({ name, memberId })
    expect(await depositById(await makeDeposit({ name }))).toEqual({ status: 'MATCHED', chargeId: next.id })
  })

  test('that another’s deposit was matched under by hand counts as his, whatever his charge was called', async () => {
    const [name, typo] = [newDepositorName(), newDepositorName()]
    const other = await makeChargeAt({ name: typo })
    await matchByHand(other.id, await makeDeposit({ name }))
    await makeChargeAt({ name })
    expect(await waitReasonOf(await makeDeposit({ name }))).toBe('NEW_NAME')
    // The name of the matched charge isn't proven, either: its member has never paid under it.
    await makeChargeAt({ name: typo })
    expect(await waitReasonOf(await makeDeposit({ name: typo }))).toBe('NEW_NAME')
    await makeChargeAt({ name: typo, memberId: other.memberId, point: 5_000 })
    expect(await depositById(await makeDeposit({ name: typo, amount: 5_000 }))).toMatchObject({ status: 'WAITING' })
  })

  test('that a deposit split among several members was matched under counts as each one’s', async () => {
    const name = newDepositorName()
    const { id: first, memberId } = await makeChargeAt({ name: newDepositorName(), point: 4_000 })
    const { id: second } = await makeChargeAt({ name: newDepositorName(), point: 6_000 })
    const depositId = await makeDeposit({ name })
    const staff = { ...someStaff, memberId: 1 }
    await db().transaction((tx) => splitDeposit(tx, staff, { depositId, chargeIds: [first, second] }))
    // This member's charge was the first of the split. Still, the name also counts as the other member's.
    await makeChargeAt({ name, memberId, point: 3_000 })
    expect(await waitReasonOf(await makeDeposit({ name, amount: 3_000 }))).toBe('NEW_NAME')
  })

  test('that another’s suggestion is open under is suggested; nobody’s, or the member’s own, is credited', async () => {
    const name = newDepositorName()
    await makeDeposit({ name, at: minutesAgo(60) })
    const first = await makeChargeAt({ name })
    await makeChargeAt({ name, memberId: first.memberId, point: 20_000 })
    await makeChargeAt({ name, point: 50_000 })
    expect(await depositById(await makeDeposit({ name, amount: 20_000 }))).toMatchObject({ status: 'MATCHED' })
    expect(await waitReasonOf(await makeDeposit({ name, amount: 50_000 }))).toBe('NEW_NAME')
  })

  test('stays new while one person’s import is all that says otherwise of an authenticated deposit', async () => {
    const name = newDepositorName()
    await makePaidChargeAt({ name, at: daysAgo(100) })
    const { id: chargeId, memberId } = await makeChargeAt({ name, point: 7 })
    await matchByHand(chargeId, await makeDeposit({ name, amount: 7 }, fromImport))
    await makeChargeAt({ name, memberId })
    expect(await waitReasonOf(await makeDeposit({ name }))).toBe('NEW_NAME')
    await makeChargeAt({ name, memberId, point: 3_000 })
    expect(await depositById(await makeDeposit({ name, amount: 3_000 }, fromImport))).toMatchObject({
      status: 'MATCHED',
    })
  })
})

describe('a bank that gives', () => {
  const stored = (id: number) =>
    oneRow<{ at: Date; precision: string; created: Date }>(
      db(),
      'SELECT at, precision, created_at AS created FROM deposits WHERE id = $1',
      [id],
    )

  test('minutes means the end of the minute, a day the end of the day in Seoul', async () => {
    const [at, day] = ['2026-01-05T09:30:00+09:00', '2026-01-05T00:00:00+09:00']
    const minute = await stored(await makeDeposit({ at, precision: 'MINUTE' }, fromImport))
    expect(minute).toMatchObject({ at: new Date('2026-01-05T09:30:59.999+09:00'), precision: 'MINUTE' })
    const whole = await stored(await makeDeposit({ at: day, precision: 'DAY' }, fromImport))
    expect(whole).toMatchObject({ at: new Date('2026-01-05T23:59:59.999+09:00'), precision: 'DAY' })
  })

  test('today means until now', async () => {
    const today = await stored(await makeDeposit({ at: minutesAgo(0), precision: 'DAY' }, fromImport))
    expect(today.at).toEqual(today.created)
  })

  test('minutes pays a charge of the eleventh minute, counted from the minute’s beginning', async () => {
    const name = newDepositorName()
    const charge = await makeChargeAt({ name, at: '2026-01-05T09:40:50+09:00' })
    const id = await makeDeposit({ name, at: '2026-01-05T09:30:00+09:00', precision: 'MINUTE' }, fromImport)
    expect(await depositById(id)).toEqual({ status: 'MATCHED', chargeId: charge.id })
  })

  test('only the day credits one charge of that name and sum, and no charge of the day after', async () => {
    const [fits, late] = [newDepositorName(), newDepositorName()]
    const charge = await makeChargeAt({ name: fits, at: '2026-01-05T22:00:00+09:00' })
    await makeChargeAt({ name: late, at: '2026-01-06T00:11:00+09:00' })
    const day = { at: '2026-01-05T00:00:00+09:00', precision: 'DAY' } as const
    expect(await depositById(await makeDeposit({ name: fits, ...day }, fromImport))).toEqual({
      status: 'MATCHED',
      chargeId: charge.id,
    })
    expect(await waitReasonOf(await makeDeposit({ name: late, ...day }, fromImport))).toBe('AFTER')
  })

  test('only the day credits none of two of that name and sum: two deposits of one list, or two charges', async () => {
    const [deposits, charges] = [newDepositorName(), newDepositorName()]
    const day = { at: '2026-01-05T00:00:00+09:00', precision: 'DAY' } as const
    const { memberId } = await makeChargeAt({ name: deposits, at: '2026-01-05T10:00:00+09:00' })
    await makeChargeAt({ name: deposits, memberId, at: '2026-01-04T23:00:00+09:00' })
    const list = [1, 2].map(() => ({ ...buildDeposit({ name: deposits, at: day.at }), precision: day.precision }))
    for (const { status, reason } of await receiveDeposits(db(), list, fromImport))
      expect([status, reason]).toEqual(['WAITING', 'SAME_DAY'])
    const one = await makeChargeAt({ name: charges, at: '2026-01-05T10:00:00+09:00' })
    const given = await makeChargeAt({ name: charges, memberId: one.memberId, at: '2026-01-05T11:00:00+09:00' })
    const id = await makeDeposit({ name: charges, ...day }, fromImport)
    expect(await waitReasonOf(id)).toBe('SAME_DAY')
    await failCharge(db(), { chargeId: given.id, outcome: 'WITHDRAWN', memberId: one.memberId })
    await matchWaitingDeposits(db())
    expect(await depositById(id)).toEqual({ status: 'MATCHED', chargeId: one.id })
  })
})
