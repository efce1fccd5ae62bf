import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { dismissDepositCall } from './calls.ts'
import { matchDeposit, matchWaiting } from './match-deposit.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import type { ImportedDeposit } from './schema.ts'
import { takeDeposits } from './take-deposits.ts'
import { depositById, makeDeposit, newDepositOf } from './testing/deposits.ts'
import { chargeAt, minutesAgo } from './testing/payers.ts'

afterEach(() => expectBooksBalance())

const hook = { source: 'HOOK' } as const
const staff = { source: 'IMPORT', importedBy: 7 } as const
const WON = 100n
let names = 0
const newName = () => `보고 ${++names}호`

const fundingOf = async (id: number) =>
  (await oneRow<{ funding: string | null }>(db(), 'SELECT funding FROM charges WHERE id = $1', [id])).funding

const differences = (externalId: string) =>
  db().rows<{ detail: Record<string, unknown> }>(
    `SELECT detail FROM tasks WHERE kind = 'DEPOSIT_DIFFERS' AND resolved_at IS NULL AND detail ->> 'externalId' = $1`,
    [externalId],
  )

const reasonOf = async (id: number) => (await depositForStaff(db(), id))?.reason

async function dismiss(id: number) {
  const { headers } = await signedIn({ role: 'MANAGER' })
  return (await send(dismissDepositCall, { headers, path: `/api/admin/deposits/${id}/duplicate` })).status
}

test('the hook authenticates what staff had imported under its id, and what that had paid for', async () => {
  const name = newName()
  const charge = await chargeAt({ name })
  const deposit = newDepositOf({ name })
  const [imported] = await takeDeposits(db(), [deposit], staff)
  expect(await fundingOf(charge.id)).toBe('UNCONFIRMED')
  const reports = await Promise.all([1, 2, 3].map(() => takeDeposits(db(), [deposit], hook)))
  for (const [report] of reports) expect(report).toEqual({ ...imported, duplicate: true })
  expect(await fundingOf(charge.id)).toBe('AUTHENTICATED')
  const row = await oneRow(db(), 'SELECT source, imported_by FROM deposits WHERE external_id = $1', [
    deposit.externalId,
  ])
  expect(row).toEqual({ source: 'HOOK', importedBy: 7 })
  expect(await balanceOf(db(), charge.memberId)).toBe(10_000n * WON)
  expect(await differences(deposit.externalId)).toEqual([])
})

test('an import that waited for a second person needs none when the hook reports it', async () => {
  const name = newName()
  const charge = await chargeAt({ name })
  const deposit = newDepositOf({ name })
  await takeDeposits(db(), [{ ...deposit, name: '아직 아무도' }], staff)
  await db().rows(
    "UPDATE deposits SET status = 'UNCONFIRMED', name = $2, normal_name = replace($2, ' ', '') WHERE external_id = $1",
    [deposit.externalId, name],
  )
  await matchWaiting(db())
  expect(await balanceOf(db(), charge.memberId)).toBe(0n)
  const [report] = await takeDeposits(db(), [deposit], hook)
  expect(report).toMatchObject({ status: 'MATCHED', chargeId: charge.id })
})

test.each<[string, { name?: string; amount?: number }]>([
  ['name', { name: '다른 사람' }],
  ['sum', { amount: 10 }],
])(
  'an import under a true id with another %s keeps nobody’s money away, credits nothing itself, and is told',
  async (_, lie) => {
    const name = newName()
    const charge = await chargeAt({ name })
    const deposit = newDepositOf({ name })
    const [squatted] = await takeDeposits(db(), [{ ...deposit, ...lie }], staff)
    const squatter = await chargeAt({ name: lie.name ?? name, point: lie.amount ?? 10_000, at: minutesAgo(5) })
    const reports = await Promise.all([1, 2, 3].map(() => takeDeposits(db(), [deposit], hook)))
    expect(reports.flat().filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    const [known] = await takeDeposits(db(), [deposit], hook)
    expect(known).toMatchObject({ status: 'MATCHED', chargeId: charge.id, duplicate: true })
    expect(await balanceOf(db(), charge.memberId)).toBe(10_000n * WON)
    await matchWaiting(db())
    expect(await depositById(squatted?.id ?? 0)).toMatchObject({ status: 'WAITING' })
    expect(await reasonOf(squatted?.id ?? 0)).toBe('DISPUTED')
    expect(await balanceOf(db(), squatter.memberId)).toBe(0n)
    const detail = { externalId: deposit.externalId, name: lie.name ?? name, amount: lie.amount ?? 10_000 }
    const reported = { name, amount: 10_000 }
    expect(await differences(deposit.externalId)).toEqual([{ detail: { ...detail, reported } }])
    const [again] = await takeDeposits(db(), [{ ...deposit, ...lie }], staff)
    expect(again).toMatchObject({ status: 'MATCHED', duplicate: true })
    expect(await dismiss(squatted?.id ?? 0)).toBe(200)
    expect(await depositById(squatted?.id ?? 0)).toMatchObject({ status: 'DUPLICATE' })
  },
)

test('the hook that says another sum of its own id changes nothing, and staff are told', async () => {
  const name = newName()
  const charge = await chargeAt({ name })
  const deposit = newDepositOf({ name })
  await takeDeposits(db(), [deposit], hook)
  await chargeAt({ name, memberId: charge.memberId, point: 90_000 })
  const [again] = await takeDeposits(db(), [{ ...deposit, amount: 90_000 }], hook)
  expect(again).toMatchObject({ status: 'MATCHED', chargeId: charge.id, duplicate: true })
  expect(await balanceOf(db(), charge.memberId)).toBe(10_000n * WON)
  expect(await differences(deposit.externalId)).toHaveLength(1)
})

/** Creates two charges of one member, so that two deposits match one each. Returns the member's id. */
async function twoCharges(name: string) {
  const { memberId } = await chargeAt({ name, at: minutesAgo(30) })
  await chargeAt({ name, memberId, at: minutesAgo(29) })
  return memberId
}

const at = () => minutesAgo(20)

test.each<[string, Partial<ImportedDeposit>, Partial<ImportedDeposit>]>([
  ['a table without numbers, to the minute', { at: at() }, { externalId: 'csv:a', at: at(), precision: 'MINUTE' }],
  ['a table without numbers, to the day', { at: at() }, { externalId: 'csv:b', at: at(), precision: 'DAY' }],
  ['a table with numbers of the bank’s own', { at: at() }, { externalId: 'B-77', at: minutesAgo(28) }],
])('%s that repeats what the hook reported credits nothing, and is closed by one key', async (_, first, second) => {
  const name = newName()
  const memberId = await twoCharges(name)
  expect(await depositById(await makeDeposit({ name, ...first }))).toMatchObject({ status: 'MATCHED' })
  const id = await makeDeposit({ name, ...second }, staff)
  await matchWaiting(db())
  expect(await reasonOf(id)).toBe('DUPLICATE')
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
  expect(await dismiss(id)).toBe(200)
  expect(await dismiss(id)).toBe(409)
})

test('the hook that repeats what an import had paid for credits nothing', async () => {
  const name = newName()
  const memberId = await twoCharges(name)
  await makeDeposit({ name, externalId: `csv:${name}`, at: at(), precision: 'MINUTE' }, staff)
  expect(await reasonOf(await makeDeposit({ name, at: at() }))).toBe('DUPLICATE')
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
})

test('one page of the bank to the minute and to the second is one credit; alike lines of one page are two', async () => {
  const [pages, page] = [newName(), newName()]
  const memberId = await twoCharges(pages)
  await makeDeposit({ name: pages, externalId: `csv:${pages}1`, at: at(), precision: 'MINUTE' }, staff)
  expect(await reasonOf(await makeDeposit({ name: pages, externalId: `csv:${pages}2`, at: at() }, staff))).toBe(
    'DUPLICATE',
  )
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
  const payer = await twoCharges(page)
  for (const turn of [1, 2])
    await makeDeposit({ name: page, externalId: `csv:${page}${turn}`, at: at(), precision: 'MINUTE' }, staff)
  expect(await balanceOf(db(), payer)).toBe(20_000n * WON)
})

test('of two reports that wait, the authenticated one is credited and the import held, whoever came first', async () => {
  const name = newName()
  const imported = await makeDeposit({ name, externalId: `csv:${name}`, at: at(), precision: 'MINUTE' }, staff)
  const reported = await makeDeposit({ name, at: at() })
  const memberId = await twoCharges(name)
  await Promise.all([matchDeposit(db(), imported), matchDeposit(db(), reported), matchWaiting(db())])
  expect(await depositById(reported)).toMatchObject({ status: 'MATCHED' })
  expect(await reasonOf(imported)).toBe('DUPLICATE')
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
})

test('the same credit imported and reported at the same moment is credited once', async () => {
  for (let round = 0; round < 10; round++) {
    const name = newName()
    const memberId = await twoCharges(name)
    await Promise.all([
      makeDeposit({ name, externalId: `csv:${name}`, at: at(), precision: 'MINUTE' }, staff),
      makeDeposit({ name, at: at() }),
    ])
    await matchWaiting(db())
    expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
  }
})

test('the same sum of the same name at another time, or twice by the hook, is money of its own', async () => {
  const [later, twice] = [newName(), newName()]
  const memberId = await twoCharges(later)
  await makeDeposit({ name: later, at: at() })
  await makeDeposit({ name: later, externalId: `csv:${later}`, at: minutesAgo(5) }, staff)
  expect(await balanceOf(db(), memberId)).toBe(20_000n * WON)
  const payer = await twoCharges(twice)
  await takeDeposits(db(), [newDepositOf({ name: twice }), newDepositOf({ name: twice })], hook)
  expect(await balanceOf(db(), payer)).toBe(20_000n * WON)
})

test('what nothing says to be a duplicate is matched or returned, never closed as one', async () => {
  expect(await dismiss(await makeDeposit())).toBe(409)
})
