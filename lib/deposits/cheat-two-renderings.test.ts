import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { failCharge } from '#lib/charges/fail-charge.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { db } from '#lib/core/db.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { dismissDeposit } from './dismiss-deposit.ts'
import { fileWaitingDeposits } from './file-waiting-deposits.ts'
import { matchDeposits } from './match-by-staff.ts'
import { matchDeposit, matchWaitingDeposits } from './match-deposit.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { matchByStaff } from './settle-deposit.ts'
import { storeDeposit } from './store-deposit.ts'
import { buildDeposit, depositById, makeDeposit } from './testing/deposits.ts'
import { minutesAgo } from './testing/payers.ts'

// Attacks by a member who knows that the hook and a deposit source spell his name differently, and has a charge open
// under each spelling for one transfer.
afterEach(() => expectBooksBalance())

const fromService = { source: 'CONNECTION', connection: 'payaction', isProved: true } as const
const POINTS = 1_000_000n

beforeAll(async () => {
  await makeConnection({ kind: 'payaction' })
  await db().rows("UPDATE connections SET credits_since = now() - interval '1 day', credits_by = 1")
})

let nameCount = 0
const newName = () => `${'가나다라마바사아자차'.charAt(nameCount++ % 10)}길동${nameCount}호`
const reasonOf = async (id: number) => (await depositForStaff(db(), id))?.reason

/** Creates a member with a charge of 10,000 won under each of these names. */
async function makeCharges(...names: string[]) {
  const { id: memberId } = await makeMember()
  const chargeIds = []
  for (const name of names) chargeIds.push(await makeCharge({ memberId, name, point: 10_000 }))
  return { memberId, chargeIds }
}

test('a bracket is left out of a name, and what stands behind it is not', () => {
  expect(normalName('홍길동(토스')).toBe('홍길동토스')
  expect(normalName('홍길동(토스)')).toBe('홍길동토스')
})

test.each([
  ['with what it adds', (name: string) => `${name}(토스`],
  ['cut off', (name: string) => name.slice(0, 3)],
  ['as another name altogether', () => '토스송금'],
])('a service that reports his transfer %s doesn’t credit his other charge', async (_, rendered) => {
  const name = newName()
  const { memberId } = await makeCharges(name, rendered(name))
  await makeDeposit({ name, at: minutesAgo(1) })
  const second = await makeDeposit({ name: rendered(name) }, fromService)
  expect(await reasonOf(second)).toBe('DUPLICATE')
  await matchWaitingDeposits(db())
  expect(await balanceOf(db(), memberId)).toBe(POINTS)
})

test('the hook that reports his transfer after the service doesn’t credit his other charge', async () => {
  const name = newName()
  const { memberId } = await makeCharges(name, `${name}(토스`)
  await makeDeposit({ name: `${name}(토스` }, fromService)
  expect(await reasonOf(await makeDeposit({ name }))).toBe('DUPLICATE')
  expect(await balanceOf(db(), memberId)).toBe(POINTS)
})

test('two reports under unlike names, matched at the same moment, credit only one of his charges', async () => {
  const both = []
  for (let round = 0; round < 10; round++) {
    const name = newName()
    const deposit = { ...buildDeposit({ name }), precision: 'EXACT' } as const
    const other = { ...buildDeposit({ name: `토스뱅크 ${round}` }), precision: 'EXACT' } as const
    const { memberId } = await makeCharges(name, other.name)
    const ids = [await storeDeposit(db(), deposit, { source: 'HOOK' }), await storeDeposit(db(), other, fromService)]
    await Promise.all(ids.map((id) => matchDeposit(db(), id ?? 0)))
    both.push(await balanceOf(db(), memberId))
  }
  expect(new Set(both)).toEqual(new Set([POINTS]))
})

test('a report under his name doesn’t credit his other charge once staff matched one under another name', async () => {
  const name = newName()
  const { memberId, chargeIds } = await makeCharges(name, name)
  const first = await makeDeposit({ name: '토스뱅크' }, fromService)
  await db().transaction((tx) =>
    matchByStaff(tx, { ...someStaff, memberId: 1 }, { chargeId: chargeIds[0] ?? 0, depositId: first }),
  )
  expect(await reasonOf(await makeDeposit({ name }))).toBe('DUPLICATE')
  expect(await balanceOf(db(), memberId)).toBe(POINTS)
})

test('a report doesn’t credit his other charge at the very moment at which staff match the first report', async () => {
  const name = newName()
  const { memberId, chargeIds } = await makeCharges('토스', name)
  const depositIds = [await makeDeposit({ name: '토스뱅크' }, fromService)]
  const paid = chargeIds.slice(0, 1)
  const { matching } = await db().transaction(async (tx) => {
    await tx.rows('SELECT FROM charges WHERE id = ANY ($1::int[]) FOR UPDATE', [paid])
    const byStaff = matchDeposits(db(), { ...someStaff, memberId: 1 }, { way: 'MATCH', depositIds, chargeIds: paid })
    await sleep(500)
    await makeDeposit({ name })
    return { matching: byStaff }
  })
  expect(await matching).toMatchObject({ status: 'MATCHED' })
  await matchWaitingDeposits(db())
  expect(await balanceOf(db(), memberId)).toBe(POINTS)
})

test('a longer rendering doesn’t credit the charge of a second account of his', async () => {
  const name = newName()
  const [first, second] = [await makeCharges(name), await makeCharges(`${name}(토스`)]
  await makeDeposit({ name })
  expect(await reasonOf(await makeDeposit({ name: `${name}(토스` }, fromService))).toBe('DUPLICATE')
  expect(await balanceOf(db(), first.memberId)).toBe(POINTS)
  expect(await balanceOf(db(), second.memberId)).toBe(0n)
})

test('a longer rendering isn’t credited because of a forged webhook under the shorter name that the service doesn’t confirm', async () => {
  const name = newName()
  const [first, second] = [await makeCharges(name), await makeCharges(`${name}(토스`)]
  await makeDeposit({ name })
  await makeDeposit({ name }, { ...fromService, isProved: false })
  expect(await reasonOf(await makeDeposit({ name: `${name}(토스` }, fromService))).toBe('DUPLICATE')
  expect(await balanceOf(db(), first.memberId)).toBe(POINTS)
  expect(await balanceOf(db(), second.memberId)).toBe(0n)
})

test('staff close the second report, also where he has withdrawn the other charge', async () => {
  const name = newName()
  const { memberId, chargeIds } = await makeCharges(name, '토스머니')
  await makeDeposit({ name })
  const second = await makeDeposit({ name: '토스머니' }, fromService)
  await failCharge(db(), { chargeId: chargeIds[1] ?? 0, outcome: 'WITHDRAWN', memberId })
  await dismissDeposit(db(), { ...someStaff, memberId: 1 }, { depositId: second })
  expect((await depositById(second)).status).toBe('DUPLICATE')
})

test('two transfers are credited: of one source, of two sums, and eleven minutes apart', async () => {
  const [one, sums, apart] = [newName(), newName(), newName()]
  const of = (name: string) => makeCharges(name, `${name}(토스`)
  const members = [await of(one), await of(sums), await of(apart)]
  await makeDeposit({ name: one })
  await makeDeposit({ name: `${one}(토스` })
  await makeCharge({ memberId: members[1]?.memberId ?? 0, name: sums, point: 7_000 })
  await makeDeposit({ name: sums, amount: 7_000 })
  await makeDeposit({ name: `${sums}(토스` }, fromService)
  await makeDeposit({ name: apart, at: minutesAgo(9) })
  await makeDeposit({ name: `${apart}(토스`, at: minutesAgo(-2) }, fromService)
  const balances = []
  for (const { memberId } of members) balances.push(await balanceOf(db(), memberId))
  expect(balances).toEqual([2n * POINTS, 1_700_000n, 2n * POINTS])
})

const isTask = async (id: number) => {
  await db().rows("UPDATE deposits SET created_at = now() - interval '11 minutes' WHERE id = $1", [id])
  await fileWaitingDeposits(db())
  return (await db().rows("SELECT FROM tasks WHERE kind = 'DEPOSIT' AND ref_id = $1", [id])).length > 0
}

test.each([
  ['the hook is first', { source: 'HOOK' } as const, fromService],
  ['the service is first', fromService, { source: 'HOOK' } as const],
])('of two members with similar names who pay at once both are credited, where %s', async (_, first, second) => {
  const [short, long] = [newName(), `${newName().slice(0, 4)}`]
  const names = [short, `${short}${long}`]
  const members = [await makeCharges(names[0] ?? ''), await makeCharges(names[1] ?? '')]
  for (const name of names) for (const origin of [first, second]) await makeDeposit({ name }, origin)
  await matchWaitingDeposits(db())
  expect(await Promise.all(members.map(({ memberId }) => balanceOf(db(), memberId)))).toEqual([POINTS, POINTS])
})

test('two transfers don’t credit three charges, where the service adds to the name of the second', async () => {
  const name = newName()
  const [one, other] = [await makeCharges(name, name), await makeCharges(`${name}(토스`)]
  for (const at of [minutesAgo(9), minutesAgo(0)]) await makeDeposit({ name, at })
  await makeDeposit({ name, at: minutesAgo(8) }, fromService)
  expect(await reasonOf(await makeDeposit({ name: `${name}(토스` }, fromService))).toBe('DUPLICATE')
  expect(await balanceOf(db(), one.memberId)).toBe(2n * POINTS)
  expect(await balanceOf(db(), other.memberId)).toBe(0n)
})

test('two transfers don’t credit three charges, where hook and service each add to one of the names', async () => {
  const name = newName()
  const members = [await makeCharges(`${name}가`), await makeCharges(name), await makeCharges(`${name}나`)]
  await makeDeposit({ name: `${name}가` })
  await makeDeposit({ name }, fromService)
  await makeDeposit({ name })
  await makeDeposit({ name: `${name}나` }, fromService)
  await matchWaitingDeposits(db())
  const balances = []
  for (const { memberId } of members) balances.push(await balanceOf(db(), memberId))
  expect(balances).toEqual([POINTS, POINTS, 0n])
})

test('a suspected report under another name is a task after ten minutes if a charge fits, one under his name isn’t', async () => {
  const [name, unasked] = [newName(), newName()]
  await makeCharges(name)
  await makeCharges(`${name}(토스`)
  await makeDeposit({ name })
  await makeDeposit({ name: unasked })
  expect(await isTask(await makeDeposit({ name: `${name}(토스` }, fromService))).toBe(true)
  expect(await isTask(await makeDeposit({ name }, fromService))).toBe(false)
  expect(await isTask(await makeDeposit({ name: `${unasked}(토스` }, fromService))).toBe(false)
})
