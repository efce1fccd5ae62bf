import { afterEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { dismissDepositCall } from './calls.ts'
import { matchDeposit, matchWaitingDeposits } from './match-deposit.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { receiveDeposits } from './receive-deposits.ts'
import type { ImportedDeposit } from './schema.ts'
import { mergeDeposits } from './settle-deposit.ts'
import { buildDeposit, depositById, makeDeposit } from './testing/deposits.ts'
import { makeChargeAt, minutesAgo } from './testing/payers.ts'

afterEach(() => expectBooksBalance())

const fromHook = { source: 'HOOK' } as const
const fromImport = { source: 'IMPORT', importedBy: 7 } as const
const WON = 100n
let nameCount = 0
const newDepositorName = () => `보고 ${++nameCount}호`

const fundingOfCharge = async (id: number) =>
  (await oneRow<{ funding: string | null }>(db(), 'SELECT funding FROM charges WHERE id = $1', [id])).funding

const differenceTasks = (externalId: string) =>
  db().rows<{ detail: Record<string, unknown> }>(
    `SELECT detail FROM tasks WHERE kind = 'DEPOSIT_DIFFERS' AND resolved_at IS NULL AND detail ->> 'externalId' = $1`,
    [externalId],
  )

const waitReasonOf = async (id: number) => (await depositForStaff(db(), id))?.reason

async function dismissByCall(id: number) {
  const { headers } = await signedIn({ role: 'MANAGER' })
  return (await send(dismissDepositCall, { headers, path: `/api/admin/deposits/${id}/duplicate` })).status
}

test('the hook authenticates what staff had imported under its id, and what that had paid for', async () => {
  const name = newDepositorName()
  const charge = await makeChargeAt({ name })
  const deposit = buildDeposit({ name })
  const [imported] = await receiveDeposits(db(), [deposit], fromImport)
  expect(await fundingOfCharge(charge.id)).toBe('UNCONFIRMED')
  const reports = await Promise.all([1, 2, 3].map(() => receiveDeposits(db(), [deposit], fromHook)))
  for (const [report] of reports) expect(report).toEqual({ ...imported, duplicate: true })
  expect(await fundingOfCharge(charge.id)).toBe('AUTHENTICATED')
  const row = await oneRow(db(), 'SELECT source, imported_by FROM deposits WHERE external_id = $1', [
    deposit.externalId,
  ])
  expect(row).toEqual({ source: 'HOOK', importedBy: 7 })
  expect(await balanceOf(db(), charge.memberId)).toBe(10_000n * WON)
  expect(await differenceTasks(deposit.externalId)).toEqual([])
})

test('a charge that another import paid for too isn’t authenticated when the hook reports one of them', async () => {
  const charge = await makeChargeAt({ name: newDepositorName() })
  const deposit = buildDeposit({ amount: 4_000 })
  const [imported] = await receiveDeposits(db(), [deposit], fromImport)
  const depositIds = [imported?.id ?? 0, await makeDeposit({ amount: 6_000 }, fromImport)]
  await db().transaction((tx) => mergeDeposits(tx, someStaff, { chargeId: charge.id, depositIds }))
  await receiveDeposits(db(), [deposit], fromHook)
  expect(await fundingOfCharge(charge.id)).toBe('UNCONFIRMED')
})

test('a connected service that repeats an import authenticates nothing: only the bank’s side does', async () => {
  const name = newDepositorName()
  const charge = await makeChargeAt({ name })
  const deposit = buildDeposit({ name })
  const [imported] = await receiveDeposits(db(), [deposit], fromImport)
  const fromService = { source: 'CONNECTION', connection: 'popbill', isProved: true } as const
  expect(await receiveDeposits(db(), [deposit], fromService)).toEqual([{ ...imported, duplicate: true }])
  expect(await fundingOfCharge(charge.id)).toBe('UNCONFIRMED')
})

test('an import that waited for a second person needs none when the hook reports it', async () => {
  const name = newDepositorName()
  const charge = await makeChargeAt({ name })
  const deposit = buildDeposit({ name })
  await receiveDeposits(db(), [{ ...deposit, name: '아직 아무도' }], fromImport)
  await db().rows(
    "UPDATE deposits SET status = 'UNCONFIRMED', name = $2, normal_name = replace($2, ' ', '') WHERE external_id = $1",
    [deposit.externalId, name],
  )
  await matchWaitingDeposits(db())
  expect(await balanceOf(db(), charge.memberId)).toBe(0n)
  const [report] = await receiveDeposits(db(), [deposit], fromHook)
  expect(report).toMatchObject({ status: 'MATCHED', chargeId: charge.id })
})

test.each<[string, { name?: string; amount?: number }]>([
  ['name', { name: '다른 사람' }],
  ['sum', { amount: 10 }],
])(
  'an import under a true id with another %s keeps nobody’s money away, credits nothing itself, and is told',
  async (_, lie) => {
    const name = newDepositorName()
    const charge = await makeChargeAt({ name })
    const deposit = buildDeposit({ name })
    const [squatted] = await receiveDeposits(db(), [{ ...deposit, ...lie }], fromImport)
    const squatter = await makeChargeAt({ name: lie.name ?? name, point: lie.amount ?? 10_000, at: minutesAgo(5) })
    const reports = await Promise.all([1, 2, 3].map(() => receiveDeposits(db(), [deposit], fromHook)))
    expect(reports.flat().filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    const [known] = await receiveDeposits(db(), [deposit], fromHook)
    expect(known).toMatchObject({ status: 'MATCHED', chargeId: charge.id, duplicate: true })
    expect(await balanceOf(db(), charge.memberId)).toBe(10_000n * WON)
    await matchWaitingDeposits(db())
    expect(await depositById(squatted?.id ?? 0)).toMatchObject({ status: 'WAITING' })
    expect(await waitReasonOf(squatted?.id ?? 0)).toBe('DISPUTED')
    expect(await balanceOf(db(), squatter.memberId)).toBe(0n)
    const detail = { externalId: deposit.externalId, name: lie.name ?? name, amount: lie.amount ?? 10_000 }
    const reported = { name, amount: 10_000 }
    expect(await differenceTasks(deposit.externalId)).toEqual([{ detail: { ...detail, reported } }])
    const [again] = await receiveDeposits(db(), [{ ...deposit, ...lie }], fromImport)
    expect(again).toMatchObject({ status: 'MATCHED', duplicate: true })
    expect(await dismissByCall(squatted?.id ?? 0)).toBe(200)
    expect(await depositById(squatted?.id ?? 0)).toMatchObject({ status: 'DUPLICATE' })
  },
)

test('the hook that says another sum of its own id changes nothing, and staff are told', async () => {
  const name = newDepositorName()
  const charge = await makeChargeAt({ name })
  const deposit = buildDeposit({ name })
  await receiveDeposits(db(), [deposit], fromHook)
  await makeChargeAt({ name, memberId: charge.memberId, point: 90_000 })
  const [again] = await receiveDeposits(db(), [{ ...deposit, amount: 90_000 }], fromHook)
  expect(again).toMatchObject({ status: 'MATCHED', chargeId: charge.id, duplicate: true })
  expect(await balanceOf(db(), charge.memberId)).toBe(10_000n * WON)
  expect(await differenceTasks(deposit.externalId)).toHaveLength(1)
})

/** Creates two charges of one member, so that two deposits match one each. Returns the member's id. */
async function makeTwoCharges(name: string) {
  const { memberId } = await makeChargeAt({ name, at: minutesAgo(30) })
  await makeChargeAt({ name, memberId, at: minutesAgo(29) })
  return memberId
}

const twentyMinutesAgo = () => minutesAgo(20)

test.each<[string, Partial<ImportedDeposit>, Partial<ImportedDeposit>]>([
  [
    'a table without numbers, to the minute',
    { at: twentyMinutesAgo() },
    { externalId: 'csv:a', at: twentyMinutesAgo(), precision: 'MINUTE' },
  ],
  [
    'a table without numbers, to the day',
    { at: twentyMinutesAgo() },
    { externalId: 'csv:b', at: twentyMinutesAgo(), precision: 'DAY' },
  ],
  ['a table with numbers of the bank’s own', { at: twentyMinutesAgo() }, { externalId: 'B-77', at: minutesAgo(28) }],
])('%s that repeats what the hook reported credits nothing, and is closed by one key', async (_, first, second) => {
  const name = newDepositorName()
  const memberId = await makeTwoCharges(name)
  expect(await depositById(await makeDeposit({ name, ...first }))).toMatchObject({ status: 'MATCHED' })
  const id = await makeDeposit({ name, ...second }, fromImport)
  await matchWaitingDeposits(db())
  expect(await waitReasonOf(id)).toBe('DUPLICATE')
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
  expect(await dismissByCall(id)).toBe(200)
  expect(await dismissByCall(id)).toBe(409)
})

test('the hook that repeats what an import had paid for credits nothing', async () => {
  const name = newDepositorName()
  const memberId = await makeTwoCharges(name)
  await makeDeposit({ name, externalId: `csv:${name}`, at: twentyMinutesAgo(), precision: 'MINUTE' }, fromImport)
  expect(await waitReasonOf(await makeDeposit({ name, at: twentyMinutesAgo() }))).toBe('DUPLICATE')
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
})

test('one page of the bank to the minute and to the second is one credit; alike lines of one page are two', async () => {
  const [pages, page] = [newDepositorName(), newDepositorName()]
  const memberId = await makeTwoCharges(pages)
  await makeDeposit(
    { name: pages, externalId: `csv:${pages}1`, at: twentyMinutesAgo(), precision: 'MINUTE' },
    fromImport,
  )
  expect(
    await waitReasonOf(
      await makeDeposit({ name: pages, externalId: `csv:${pages}2`, at: twentyMinutesAgo() }, fromImport),
    ),
  ).toBe('DUPLICATE')
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
  const payer = await makeTwoCharges(page)
  for (const turn of [1, 2])
    await makeDeposit(
      { name: page, externalId: `csv:${page}${turn}`, at: twentyMinutesAgo(), precision: 'MINUTE' },
      fromImport,
    )
  expect(await balanceOf(db(), payer)).toBe(20_000n * WON)
})

test('of two reports that wait, the authenticated one is credited and the import held, whoever came first', async () => {
  const name = newDepositorName()
  const imported = await makeDeposit(
    { name, externalId: `csv:${name}`, at: twentyMinutesAgo(), precision: 'MINUTE' },
    fromImport,
  )
  const reported = await makeDeposit({ name, at: twentyMinutesAgo() })
  const memberId = await makeTwoCharges(name)
  await Promise.all([matchDeposit(db(), imported), matchDeposit(db(), reported), matchWaitingDeposits(db())])
  expect(await depositById(reported)).toMatchObject({ status: 'MATCHED' })
  expect(await waitReasonOf(imported)).toBe('DUPLICATE')
  expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
})

test('the same credit imported and reported at the same moment is credited once', async () => {
  for (let round = 0; round < 10; round++) {
    const name = newDepositorName()
    const memberId = await makeTwoCharges(name)
    await Promise.all([
      makeDeposit({ name, externalId: `csv:${name}`, at: twentyMinutesAgo(), precision: 'MINUTE' }, fromImport),
      makeDeposit({ name, at: twentyMinutesAgo() }),
    ])
    await matchWaitingDeposits(db())
    expect(await balanceOf(db(), memberId)).toBe(10_000n * WON)
  }
})

test('the same sum of the same name at another time, or twice by the hook, is money of its own', async () => {
  const [later, twice] = [newDepositorName(), newDepositorName()]
  const memberId = await makeTwoCharges(later)
  await makeDeposit({ name: later, at: twentyMinutesAgo() })
  await makeDeposit({ name: later, externalId: `csv:${later}`, at: minutesAgo(5) }, fromImport)
  expect(await balanceOf(db(), memberId)).toBe(20_000n * WON)
  const payer = await makeTwoCharges(twice)
  await receiveDeposits(db(), [buildDeposit({ name: twice }), buildDeposit({ name: twice })], fromHook)
  expect(await balanceOf(db(), payer)).toBe(20_000n * WON)
})

test('what nothing says to be a duplicate is matched or returned, never closed as one', async () => {
  expect(await dismissByCall(await makeDeposit())).toBe(409)
})
