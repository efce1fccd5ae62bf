import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { someStaff, staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { approveByStaff } from '#lib/charges/approve-by-staff.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { reverseCharge } from '#lib/charges/reverse-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { fileWaitingDeposits } from './file-waiting-deposits.ts'
import { matchWaitingDeposits } from './match-deposit.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { returnDeposit } from './return-deposit.ts'
import { joinToCreditedCharge, matchByStaff } from './settle-deposit.ts'
import { depositById, makeDeposit } from './testing/deposits.ts'
import { makeChargeAt, makeRegularPayer, minutesAgo } from './testing/payers.ts'

// Attacks by a member who makes one transfer for two charges. Staff approve one charge by hand before the bank reports
// the transfer; he keeps the other one open for the report.
afterEach(() => expectBooksBalance())

let nameCount = 0
const newName = () => `한번 ${++nameCount}호`
const AMOUNT = 10_000
const POINTS = 1_000_000n

const approveByHand = (chargeId: number) =>
  db().transaction((tx) => approveCharge(tx, { ...someStaff, memberId: 1 }, { chargeId, outcome: 'APPROVED' }))

/** Creates a member with charges of 10,000 won under these names, and approves the first by hand. */
async function makeApproved(...names: string[]) {
  const { id: memberId } = await makeMember()
  const chargeIds = []
  for (const name of names) chargeIds.push(await makeCharge({ memberId, name, point: AMOUNT }))
  await approveByHand(chargeIds[0] ?? 0)
  return { memberId, chargeIds }
}

const report = (name: string) => makeDeposit({ name, amount: AMOUNT })
const reasonOf = async (id: number) => (await depositForStaff(db(), id))?.reason

describe('a deposit that the bank reports after staff approved a charge by hand', () => {
  test.each([
    ['the same name', (name: string) => name],
    ['another spelling of it', (name: string) => `( ${name} )`],
    ['another name of his', () => newName()],
  ])('waits, where that charge was under %s, however many others are open', async (_, nameOf) => {
    const name = newName()
    const { memberId, chargeIds } = await makeApproved(nameOf(name), name, name)
    const id = await report(name)
    await matchWaitingDeposits(db())
    expect(await depositById(id)).toEqual({ status: 'WAITING', chargeId: null })
    expect(await balanceOf(db(), memberId)).toBe(POINTS)
    const shown = await depositForStaff(db(), id)
    expect(shown?.reason).toBe('CREDITED')
    expect(shown?.charges.map((charge) => charge.id)).toEqual(expect.arrayContaining(chargeIds))
  })

  test('waits, at the very moment at which staff approve it', async () => {
    const [name, other] = [newName(), newName()]
    const { id: memberId } = await makeMember()
    const [approved] = [
      await makeCharge({ memberId, name: other, point: AMOUNT }),
      await makeCharge({ memberId, name, point: AMOUNT }),
    ]
    const { approving } = await db().transaction(async (tx) => {
      await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
      const byStaff = approveByStaff(db(), staffOf(await makeMember({ role: 'MANAGER' })), {
        chargeId: approved,
        limits: { perAction: 0n, perDay: 0n },
      })
      await sleep(500)
      const reporting = report(name)
      await sleep(500)
      return { approving: Promise.all([byStaff, reporting]) }
    })
    await approving
    await matchWaitingDeposits(db())
    expect(await balanceOf(db(), memberId)).toBe(POINTS)
  })

  test('waits, where he asks for the other charge once the deposit waits', async () => {
    const name = newName()
    const { memberId } = await makeApproved(name)
    const id = await report(name)
    expect(await reasonOf(id)).toBe('CREDITED')
    await makeCharge({ memberId, name, point: AMOUNT })
    await matchWaitingDeposits(db())
    expect(await reasonOf(id)).toBe('CREDITED')
    expect(await balanceOf(db(), memberId)).toBe(POINTS)
  })

  test('waits, where the charge was long expired when staff approved it', async () => {
    const name = newName()
    const { id: chargeId, memberId } = await makeChargeAt({ name, at: minutesAgo(20 * 24 * 60) })
    await approveByHand(chargeId)
    await makeCharge({ memberId, name, point: AMOUNT })
    expect(await reasonOf(await report(name))).toBe('CREDITED')
    expect(await balanceOf(db(), memberId)).toBe(POINTS)
  })

  test('waits and is a task after ten minutes', async () => {
    const name = newName()
    await makeApproved(name, name)
    const id = await report(name)
    await db().rows("UPDATE deposits SET created_at = now() - interval '11 minutes' WHERE id = $1", [id])
    await fileWaitingDeposits(db())
    expect(await db().rows("SELECT FROM tasks WHERE kind = 'DEPOSIT' AND ref_id = $1", [id])).toHaveLength(1)
  })

  test('waits, where the name is also another member’s who has paid under it', async () => {
    const name = newName()
    const other = await makeRegularPayer(name)
    const { memberId } = await makeApproved(name)
    await makeCharge({ memberId: other, name, point: AMOUNT })
    expect(await reasonOf(await report(name))).toBe('CREDITED')
    expect(await balanceOf(db(), other)).toBe(2n * POINTS)
    expect(await balanceOf(db(), memberId)).toBe(POINTS)
  })
})

test('a deposit that waits when staff approve its charge by hand doesn’t credit a regular’s next one', async () => {
  const name = newName()
  const memberId = await makeRegularPayer(name)
  const id = await makeDeposit({ name, amount: AMOUNT, at: minutesAgo(3 * 24 * 60) })
  const { id: chargeId } = await makeChargeAt({ name, memberId })
  await approveByHand(chargeId)
  await makeChargeAt({ name, memberId })
  await matchWaitingDeposits(db())
  expect(await reasonOf(id)).toBe('CREDITED')
  expect(await balanceOf(db(), memberId)).toBe(3n * POINTS)
})

test('one transfer that an import and the hook report credits nothing besides the approved charge', async () => {
  const name = newName()
  const { memberId } = await makeApproved(name, name)
  const at = new Date().toISOString()
  const imported = await makeDeposit({ name, at }, { source: 'IMPORT', importedBy: (await makeMember()).id })
  const hooked = await makeDeposit({ name, at })
  await matchWaitingDeposits(db())
  expect([await reasonOf(imported), await reasonOf(hooked)]).toEqual(['DUPLICATE', 'CREDITED'])
  expect(await balanceOf(db(), memberId)).toBe(POINTS)
})

describe('who really paid twice', () => {
  test('is credited by the second deposit, while the first waits for the approved charge', async () => {
    const name = newName()
    const { memberId, chargeIds } = await makeApproved(name, name)
    const [first, second] = [await report(name), await report(name)]
    expect(await depositById(second)).toEqual({ status: 'MATCHED', chargeId: chargeIds[1] })
    expect(await reasonOf(first)).toBe('CREDITED')
    expect(await balanceOf(db(), memberId)).toBe(2n * POINTS)
  })

  test('has as many deposits stopped as charges approved by hand', async () => {
    const name = newName()
    const { memberId, chargeIds } = await makeApproved(name, name, name)
    await approveByHand(chargeIds[1] ?? 0)
    const ids = [await report(name), await report(name), await report(name)]
    await matchWaitingDeposits(db())
    expect(await Promise.all(ids.map(reasonOf))).toEqual(['CREDITED', 'CREDITED', null])
    expect(await balanceOf(db(), memberId)).toBe(3n * POINTS)
  })

  test('waits with both, where another member has asked under the name', async () => {
    const name = newName()
    await makeChargeAt({ name, point: 77 })
    const { memberId } = await makeApproved(name, name)
    const ids = [await report(name), await report(name)]
    expect(await Promise.all(ids.map(reasonOf))).toEqual(['CREDITED', 'CREDITED'])
    expect(await balanceOf(db(), memberId)).toBe(POINTS)
  })

  test('is credited as usual once the first deposit is joined to the approved charge', async () => {
    const name = newName()
    const { memberId, chargeIds } = await makeApproved(name, name)
    const first = await report(name)
    const staff = staffOf(await makeMember({ role: 'MANAGER' }))
    await db().transaction((tx) => joinToCreditedCharge(tx, staff, { chargeId: chargeIds[0] ?? 0, depositId: first }))
    expect(await balanceOf(db(), memberId)).toBe(POINTS)
    expect(await depositById(await report(name))).toEqual({ status: 'MATCHED', chargeId: chargeIds[1] })
  })

  test('is credited where the approval was reversed, or is more than seven days older than the deposit', async () => {
    const [reversed, old] = [newName(), newName()]
    const given = await makeApproved(reversed, reversed)
    await reverseCharge(db(), someStaff, { chargeId: given.chargeIds[0] ?? 0, reason: '오입금' })
    expect(await depositById(await report(reversed))).toEqual({ status: 'MATCHED', chargeId: given.chargeIds[1] })
    const earlier = await makeApproved(old, old)
    await db().rows("UPDATE charges SET response_at = now() - interval '8 days' WHERE id = $1", [earlier.chargeIds[0]])
    expect(await depositById(await report(old))).toEqual({ status: 'MATCHED', chargeId: earlier.chargeIds[1] })
  })
})

describe('once a person has decided about a deposit of the name', () => {
  const matchByHand = (chargeId: number, depositId: number) =>
    db().transaction((tx) => matchByStaff(tx, { ...someStaff, memberId: 1 }, { chargeId, depositId }))

  test('the approval holds back no other deposit, so that a regular payer whose report was lost waits only once', async () => {
    const name = newName()
    const memberId = await makeRegularPayer(name)
    await approveByHand(await makeCharge({ memberId, name, point: AMOUNT }))
    const next = await makeCharge({ memberId, name, point: AMOUNT })
    const held = await report(name)
    expect(await reasonOf(held)).toBe('CREDITED')
    await matchByHand(next, held)
    const last = await makeCharge({ memberId, name, point: AMOUNT })
    expect(await depositById(await report(name))).toEqual({ status: 'MATCHED', chargeId: last })
    expect(await balanceOf(db(), memberId)).toBe(5n * POINTS)
  })

  test('the approval holds back no other deposit if that one was returned', async () => {
    const name = newName()
    const { chargeIds } = await makeApproved(name, name)
    const staff = staffOf(await makeMember({ role: 'MANAGER' }))
    await returnDeposit(db(), staff, { depositId: await report(name), reason: '잘못 보냄' })
    expect(await depositById(await report(name))).toEqual({ status: 'MATCHED', chargeId: chargeIds[1] })
  })

  test('the approval holds back no other deposit even if other members have used the name', async () => {
    const name = newName()
    const other = await makeRegularPayer(name)
    await makeApproved(name)
    const next = await makeCharge({ memberId: other, name, point: AMOUNT })
    const held = await report(name)
    expect(await reasonOf(held)).toBe('CREDITED')
    await matchByHand(next, held)
    const last = await makeCharge({ memberId: other, name, point: AMOUNT })
    expect(await depositById(await report(name))).toEqual({ status: 'MATCHED', chargeId: last })
  })

  test('a later approval holds back one of its own, however many were decided before it', async () => {
    const name = newName()
    const { memberId, chargeIds } = await makeApproved(name, name)
    await matchByHand(chargeIds[1] ?? 0, await report(name))
    const staff = staffOf(await makeMember({ role: 'MANAGER' }))
    await returnDeposit(db(), staff, { depositId: await report(name), reason: '잘못 보냄' })
    await approveByHand(await makeCharge({ memberId, name: newName(), point: AMOUNT }))
    await makeCharge({ memberId, name, point: AMOUNT })
    expect(await reasonOf(await report(name))).toBe('CREDITED')
  })

  test('a deposit that the rule credited, and a match that was reversed, decide nothing', async () => {
    const name = newName()
    const { memberId, chargeIds } = await makeApproved(name, name, name)
    const held = await report(name)
    await report(name)
    await matchByHand(chargeIds[2] ?? 0, held)
    await reverseCharge(db(), someStaff, { chargeId: chargeIds[2] ?? 0, reason: '오입금' })
    await makeCharge({ memberId, name, point: AMOUNT })
    expect(await reasonOf(await report(name))).toBe('CREDITED')
  })
})
