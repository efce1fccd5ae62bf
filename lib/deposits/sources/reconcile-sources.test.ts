import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { type Database, db } from '#lib/core/db.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { closeTasksAsStaff } from '#lib/tasks/testing/close-tasks.ts'
import { reconcileSources } from './reconcile-sources.ts'
import { type DepositSource, type ReconciledDay, type SourceDeposit, SourceError } from './source.ts'
import { depositsOf, readConnectionFailures } from './testing/connected-shop.ts'

let answer: (day: string) => ReconciledDay
const days: string[] = []

const reconciled = {
  kind: 'payaction',
  check: async () => {},
  reconcile: async (_, day) => {
    days.push(day)
    return answer(day)
  },
} satisfies DepositSource

vi.mock('./registry.ts', () => ({ depositSourceOf: () => reconciled, sourceKindsWith: () => ['payaction'] }))

const deposit = (id: string, amount = 5_000): SourceDeposit => ({
  id,
  name: `대사 ${id}`,
  amount,
  at: new Date().toISOString(),
  precision: 'EXACT',
  isProved: true,
})

const yesterday = seoulDay(new Date(), -1)

/** Makes the deposit source report exactly these deposits, all of yesterday. */
const onYesterday = (...deposits: SourceDeposit[]): void => {
  answer = (day) => ({ deposits: day === yesterday ? deposits : [], balance: null })
}

const openTasks = () =>
  db().rows<{ detail: object }>("SELECT detail FROM tasks WHERE kind = 'DEPOSIT_MISSED' AND resolved_at IS NULL")

beforeEach(async () => {
  days.length = 0
  onYesterday()
  await closeTasksAsStaff('DEPOSIT_MISSED')
  await makeConnection({ kind: 'payaction' })
})
afterEach(() => expectBooksBalance())

test('the last three whole days are compared, the oldest first', async () => {
  expect(await reconcileSources(db())).toBe(0)
  expect(days).toEqual([-3, -2, -1].map((shift) => seoulDay(new Date(), shift)))
  expect(await openTasks()).toEqual([])
})

test('what the service has and the shop has not is stored, and named in one task', async () => {
  onYesterday(deposit('a', 5_000), deposit('b', 7_000))
  expect(await reconcileSources(db())).toBe(2)
  expect((await depositsOf('payaction')).map(({ externalId }) => externalId)).toEqual(
    expect.arrayContaining(['payaction:a', 'payaction:b']),
  )
  expect(await openTasks()).toEqual([
    { detail: { connection: 'payaction', days: { [yesterday]: { count: 2, amount: 12_000 } } } },
  ])
})

test('the open task keeps the days that it named before', async () => {
  const dayBefore = seoulDay(new Date(), -2)
  answer = (day) => ({
    deposits: [dayBefore, yesterday].includes(day) ? [deposit(`of-${day}`, 5_000)] : [],
    balance: null,
  })
  expect(await reconcileSources(db())).toBe(2)
  const found = { count: 1, amount: 5_000 }
  expect(await openTasks()).toEqual([
    { detail: { connection: 'payaction', days: { [dayBefore]: found, [yesterday]: found } } },
  ])
})

test('what is stored is no news, nor is its task filed again once staff have closed it', async () => {
  onYesterday(deposit('known'))
  await reconcileSources(db())
  await closeTasksAsStaff('DEPOSIT_MISSED')
  expect(await reconcileSources(db())).toBe(0)
  expect(await openTasks()).toEqual([])
})

test('a worker that is killed before the deposits are stored stores them at its next run, with their task', async () => {
  onYesterday(deposit('late'))
  const dying: Database = {
    ...db(),
    rows: async (...asked: Parameters<Database['rows']>) => {
      if (String(asked[0]).includes('INSERT INTO deposits')) throw new Error('killed')
      return db().rows(...asked)
    },
  } as Database
  await expect(reconcileSources(dying)).rejects.toThrow('killed')
  expect(await openTasks()).toHaveLength(1)
  expect(await reconcileSources(db())).toBe(1)
  expect(await openTasks()).toHaveLength(1)
  expect((await depositsOf('payaction')).filter(({ externalId }) => externalId === 'payaction:late')).toHaveLength(1)
})

test('a service that does not answer is noted, and loses no other day', async () => {
  answer = (day) => {
    if (day !== yesterday) throw new SourceError('UNREACHABLE', '서비스가 응답하지 않아요.')
    return { deposits: [deposit('after-fault')], balance: null }
  }
  expect(await reconcileSources(db())).toBe(1)
  expect(await readConnectionFailures('payaction')).toMatchObject({ error: null })
  answer = () => {
    throw new SourceError('UNREACHABLE', '서비스가 응답하지 않아요.')
  }
  expect(await reconcileSources(db())).toBe(0)
  expect(await readConnectionFailures('payaction')).toMatchObject({ error: '서비스가 응답하지 않아요.' })
})

test('a shop without the connection asks nobody', async () => {
  await db().rows('DELETE FROM connections')
  expect(await reconcileSources(db())).toBe(0)
  expect(days).toEqual([])
})
