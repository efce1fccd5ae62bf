import { afterEach, describe, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { failCharge } from '#lib/charges/fail-charge.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { matchWaiting } from './match-deposit.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { matchByStaff } from './settle-deposit.ts'
import { takeDeposits } from './take-deposits.ts'
import { depositById, makeDeposit, newDepositOf } from './testing/deposits.ts'
import { chargeAt, daysAgo, makeRegular, minutesAgo, paidAt } from './testing/payers.ts'

afterEach(() => expectBooksBalance())

const staff = { source: 'IMPORT', importedBy: 1 } as const
let names = 0
const newName = () => `규칙 ${++names}호`
const reasonOf = async (id: number) => (await depositForStaff(db(), id))?.reason
const byHand = (chargeId: number, depositId: number) =>
  db().transaction((tx) => matchByStaff(tx, { ...someStaff, memberId: 1 }, { chargeId, depositId }))

/**
 * Creates a deposit made an hour ago and a charge made now, and runs the matching. Returns the deposit with its reason.
 */
async function laterCharge(wanted: { name: string; memberId: number; point?: number; amount?: number }) {
  const { name, memberId, point = 10_000 } = wanted
  const id = await makeDeposit({ name, amount: point, at: minutesAgo(60) })
  await chargeAt({ name, memberId, point })
  await matchWaiting(db())
  return { id, ...(await depositById(id)), reason: await reasonOf(id) }
}

test('a deposit that says it comes tomorrow is as old as our knowledge of it', async () => {
  const name = newName()
  const id = await makeDeposit({ name, at: daysAgo(-1) })
  await db().rows("UPDATE deposits SET created_at = now() - interval '1 hour' WHERE id = $1", [id])
  await chargeAt({ name })
  await matchWaiting(db())
  expect(await reasonOf(id)).toBe('AFTER')
})

describe('a charge made after its deposit', () => {
  test('is suggested to whoever asks, and credited by one word of staff', async () => {
    const name = newName()
    const id = await makeDeposit({ name, at: minutesAgo(60) })
    const charge = await chargeAt({ name })
    expect(await matchWaiting(db())).toBe(0)
    expect(await depositForStaff(db(), id)).toMatchObject({
      reason: 'AFTER',
      charges: expect.arrayContaining([expect.objectContaining({ id: charge.id })]),
    })
    await byHand(charge.id, id)
    expect(await depositById(id)).toEqual({ status: 'MATCHED', chargeId: charge.id })
  })

  test('is credited to who was credited under the name on two days a week apart', async () => {
    const name = newName()
    expect(await laterCharge({ name, memberId: await makeRegular(name) })).toMatchObject({ status: 'MATCHED' })
  })

  test('is only suggested where those days are six days apart', async () => {
    const name = newName()
    const { memberId } = await paidAt({ name, at: daysAgo(20) })
    await paidAt({ name, memberId, at: daysAgo(14) })
    expect(await laterCharge({ name, memberId })).toMatchObject({ status: 'WAITING', reason: 'AFTER' })
  })

  test('is credited up to twice his largest sum under the name, not above', async () => {
    const [twice, above] = [newName(), newName()]
    expect(await laterCharge({ name: twice, memberId: await makeRegular(twice), point: 20_000 })).toMatchObject({
      status: 'MATCHED',
    })
    expect(await laterCharge({ name: above, memberId: await makeRegular(above), point: 20_001 })).toMatchObject({
      reason: 'AFTER',
    })
  })

  test('is only suggested where anybody else ever asked under the name, even if he gave it up', async () => {
    const name = newName()
    const memberId = await makeRegular(name)
    const other = await chargeAt({ name: `(${name})`, point: 77 })
    await failCharge(db(), { chargeId: other.id, outcome: 'WITHDRAWN', memberId: other.memberId })
    expect(await laterCharge({ name, memberId })).toMatchObject({ reason: 'AFTER' })
  })

  test('is only suggested where staff matched the earlier ones, or they came after their deposits, or were reversed', async () => {
    const [matched, after, reversed] = [newName(), newName(), newName()]
    const byStaff = await chargeAt({ name: matched, at: daysAgo(20) })
    await byHand(byStaff.id, await makeDeposit({ name: matched, at: daysAgo(25) }))
    await paidAt({ name: matched, memberId: byStaff.memberId, at: daysAgo(5) })
    expect(await laterCharge({ name: matched, memberId: byStaff.memberId })).toMatchObject({ reason: 'AFTER' })
    const memberId = await makeRegular(after)
    await db().rows("UPDATE charges SET created_at = created_at + interval '1 day' WHERE member_id = $1", [memberId])
    expect(await laterCharge({ name: after, memberId })).toMatchObject({ reason: 'AFTER' })
    const taken = await makeRegular(reversed)
    for (const { id } of await db().rows<{ id: number }>('SELECT id FROM charges WHERE member_id = $1', [taken]))
      await reverseCharge(db(), someStaff, { chargeId: id, reason: '오입금' })
    expect(await laterCharge({ name: reversed, memberId: taken })).toMatchObject({ reason: 'AFTER' })
  })

  test('of an authenticated deposit is only suggested where all that is known of him one person typed in', async () => {
    const name = newName()
    expect(await laterCharge({ name, memberId: await makeRegular(name, 10_000, staff) })).toMatchObject({
      reason: 'AFTER',
    })
  })
})

describe('a name new to a member', () => {
  test('that another was ever credited under is suggested, also before its deposit; his own from then on', async () => {
    const name = newName()
    await paidAt({ name, at: daysAgo(100) })
    const { id: chargeId, memberId } = await chargeAt({ name })
    const id = await makeDeposit({ name })
    expect(await reasonOf(id)).toBe('NEW_NAME')
    await byHand(chargeId, id)
    const next = await chargeAt({ name, memberId })
    expect(await depositById(await makeDeposit({ name }))).toEqual({ status: 'MATCHED', chargeId: next.id })
  })

  test('that another’s deposit was matched under by hand counts as his, whatever his charge was called', async () => {
    const [name, typo] = [newName(), newName()]
    const other = await chargeAt({ name: typo })
    await byHand(other.id, await makeDeposit({ name }))
    await chargeAt({ name })
    expect(await reasonOf(await makeDeposit({ name }))).toBe('NEW_NAME')
    // The matched charge's own name isn't proven either: its member never paid under it.
    await chargeAt({ name: typo })
    expect(await reasonOf(await makeDeposit({ name: typo }))).toBe('NEW_NAME')
    await chargeAt({ name: typo, memberId: other.memberId, point: 5_000 })
    expect(await depositById(await makeDeposit({ name: typo, amount: 5_000 }))).toMatchObject({ status: 'WAITING' })
  })

  test('that another’s suggestion is open under is suggested; nobody’s, or the member’s own, is credited', async () => {
    const name = newName()
    await makeDeposit({ name, at: minutesAgo(60) })
    const first = await chargeAt({ name })
    await chargeAt({ name, memberId: first.memberId, point: 20_000 })
    await chargeAt({ name, point: 50_000 })
    expect(await depositById(await makeDeposit({ name, amount: 20_000 }))).toMatchObject({ status: 'MATCHED' })
    expect(await reasonOf(await makeDeposit({ name, amount: 50_000 }))).toBe('NEW_NAME')
  })

  test('stays new while one person’s import is all that says otherwise of an authenticated deposit', async () => {
    const name = newName()
    await paidAt({ name, at: daysAgo(100) })
    const { id: chargeId, memberId } = await chargeAt({ name, point: 7 })
    await byHand(chargeId, await makeDeposit({ name, amount: 7 }, staff))
    await chargeAt({ name, memberId })
    expect(await reasonOf(await makeDeposit({ name }))).toBe('NEW_NAME')
    await chargeAt({ name, memberId, point: 3_000 })
    expect(await depositById(await makeDeposit({ name, amount: 3_000 }, staff))).toMatchObject({ status: 'MATCHED' })
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
    const minute = await stored(await makeDeposit({ at, precision: 'MINUTE' }, staff))
    expect(minute).toMatchObject({ at: new Date('2026-01-05T09:30:59.999+09:00'), precision: 'MINUTE' })
    const whole = await stored(await makeDeposit({ at: day, precision: 'DAY' }, staff))
    expect(whole).toMatchObject({ at: new Date('2026-01-05T23:59:59.999+09:00'), precision: 'DAY' })
  })

  test('today means until now', async () => {
    const today = await stored(await makeDeposit({ at: minutesAgo(0), precision: 'DAY' }, staff))
    expect(today.at).toEqual(today.created)
  })

  test('minutes pays a charge of the eleventh minute, counted from the minute’s beginning', async () => {
    const name = newName()
    const charge = await chargeAt({ name, at: '2026-01-05T09:40:50+09:00' })
    const id = await makeDeposit({ name, at: '2026-01-05T09:30:00+09:00', precision: 'MINUTE' }, staff)
    expect(await depositById(id)).toEqual({ status: 'MATCHED', chargeId: charge.id })
  })

  test('only the day credits one charge of that name and sum, and no charge of the day after', async () => {
    const [fits, late] = [newName(), newName()]
    const charge = await chargeAt({ name: fits, at: '2026-01-05T22:00:00+09:00' })
    await chargeAt({ name: late, at: '2026-01-06T00:11:00+09:00' })
    const day = { at: '2026-01-05T00:00:00+09:00', precision: 'DAY' } as const
    expect(await depositById(await makeDeposit({ name: fits, ...day }, staff))).toEqual({
      status: 'MATCHED',
      chargeId: charge.id,
    })
    expect(await reasonOf(await makeDeposit({ name: late, ...day }, staff))).toBe('AFTER')
  })

  test('only the day credits none of two of that name and sum: two deposits of one list, or two charges', async () => {
    const [deposits, charges] = [newName(), newName()]
    const day = { at: '2026-01-05T00:00:00+09:00', precision: 'DAY' } as const
    const { memberId } = await chargeAt({ name: deposits, at: '2026-01-05T10:00:00+09:00' })
    await chargeAt({ name: deposits, memberId, at: '2026-01-04T23:00:00+09:00' })
    const list = [1, 2].map(() => ({ ...newDepositOf({ name: deposits, at: day.at }), precision: day.precision }))
    for (const { status, reason } of await takeDeposits(db(), list, staff))
      expect([status, reason]).toEqual(['WAITING', 'SAME_DAY'])
    const one = await chargeAt({ name: charges, at: '2026-01-05T10:00:00+09:00' })
    const given = await chargeAt({ name: charges, memberId: one.memberId, at: '2026-01-05T11:00:00+09:00' })
    const id = await makeDeposit({ name: charges, ...day }, staff)
    expect(await reasonOf(id)).toBe('SAME_DAY')
    await failCharge(db(), { chargeId: given.id, outcome: 'WITHDRAWN', memberId: one.memberId })
    await matchWaiting(db())
    expect(await depositById(id)).toEqual({ status: 'MATCHED', chargeId: one.id })
  })
})
