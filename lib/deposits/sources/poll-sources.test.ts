import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { pollSources } from './poll-sources.ts'
import { type DepositSource, type PolledDeposits, SourceError } from './source.ts'
import { depositsOf, makeSourceWorkDue, readConnectionFailures } from './testing/connected-shop.ts'

// Rules that all polled deposit sources have in common; the tests of each adapter cover the rest.

let answer: (cursor: unknown) => PolledDeposits
const cursors: unknown[] = []

const polled = {
  kind: 'payaction',
  check: async () => {},
  poll: async (_, cursor) => {
    cursors.push(cursor)
    return answer(cursor)
  },
} satisfies DepositSource

vi.mock('./registry.ts', () => ({ depositSourceOf: () => polled, sourceKindsWith: () => ['payaction'] }))

const depositAt = (id: string) =>
  ({ id, name: `조회 ${id}`, amount: 5_000, at: new Date().toISOString(), precision: 'EXACT', isProved: true }) as const

const pollNow = async () => {
  await makeSourceWorkDue()
  return pollSources(db())
}

const nextPollSeconds = async () =>
  Math.round(
    (
      await oneRow<{ seconds: number }>(
        db(),
        'SELECT extract(epoch FROM next_poll_at - now())::float8 AS seconds FROM source_polls',
      )
    ).seconds,
  )

beforeEach(async () => {
  cursors.length = 0
  answer = () => ({ deposits: [], cursor: null })
  await db().rows('DELETE FROM source_polls')
  await makeConnection({ kind: 'payaction' })
})
afterEach(() => expectBooksBalance())

test('a poll gets back the cursor of the one before, and its deposits are stored once', async () => {
  answer = (cursor) => ({
    deposits: [depositAt('one')],
    cursor: { page: ((cursor as { page?: number })?.page ?? 0) + 1 },
  })
  for (let polls = 0; polls < 3; polls++) expect(await pollNow()).toBe(1)
  expect(cursors).toEqual([null, { page: 1 }, { page: 2 }])
  expect(await depositsOf('payaction')).toHaveLength(1)
})

test('a service that works through a job is polled again when it asks for it, any other a minute later', async () => {
  answer = () => ({ deposits: [], cursor: 'job', pauseSeconds: 3 })
  await pollNow()
  expect(await nextPollSeconds()).toBe(3)
  answer = () => ({ deposits: [], cursor: null })
  await pollNow()
  expect(await nextPollSeconds()).toBe(60)
})

test('a poll that fails keeps its cursor, says why, and comes later each time', async () => {
  answer = () => ({ deposits: [], cursor: 'before' })
  await pollNow()
  answer = () => {
    throw new SourceError('UNREACHABLE', '응답이 없어요.')
  }
  for (let polls = 0; polls < 6; polls++) await pollNow()
  expect(await nextPollSeconds()).toBeGreaterThan(60)
  expect(await readConnectionFailures('payaction')).toMatchObject({ error: '응답이 없어요.', failures: 6 })
  answer = () => ({ deposits: [], cursor: 'after' })
  await pollNow()
  expect(cursors.at(-1)).toBe('before')
  expect(await readConnectionFailures('payaction')).toMatchObject({ error: null, failures: 0 })
})

test('a service that still works through a job neither ends the failures of a connection nor proves it', async () => {
  answer = () => ({ deposits: [], cursor: 'job', unsettled: 'UNFINISHED' })
  await pollNow()
  expect(await oneRow(db(), 'SELECT checked_at FROM connections')).toEqual({ checkedAt: null })
  answer = () => ({ deposits: [], cursor: 'next job', unsettled: new SourceError('KEY', '계좌가 막혔어요.') })
  await pollNow()
  answer = () => ({ deposits: [], cursor: 'next job', unsettled: 'UNFINISHED' })
  await pollNow()
  expect(cursors.at(-1)).toBe('next job')
  expect(await readConnectionFailures('payaction')).toMatchObject({ error: '계좌가 막혔어요.', failures: 1 })
  answer = () => ({ deposits: [], cursor: null })
  await pollNow()
  expect(await readConnectionFailures('payaction')).toMatchObject({ error: null, failures: 0 })
})

test('another account of the service is polled from its beginning', async () => {
  answer = () => ({ deposits: [], cursor: 'of the first account' })
  await pollNow()
  await makeConnection({ kind: 'payaction', values: { mallId: 'another-mall' } })
  await pollNow()
  expect(cursors.at(-1)).toBe(null)
})

test('a poll that was still running when the account changed leaves no cursor for the new one', async () => {
  answer = () => ({ deposits: [], cursor: 'first' })
  await pollNow()
  let finish = () => {}
  const waits = new Promise<void>((resolve) => {
    finish = resolve
  })
  const slow = vi.spyOn(polled, 'poll').mockImplementationOnce(async () => {
    await waits
    return { deposits: [], cursor: 'of the first account' }
  })
  const running = pollNow()
  await vi.waitFor(() => expect(slow).toHaveBeenCalled())
  await makeConnection({ kind: 'payaction' })
  await pollNow()
  finish()
  await running
  expect(await oneRow(db(), 'SELECT cursor FROM source_polls')).toEqual({ cursor: 'first' })
})

test('two workers poll a service once', async () => {
  await pollNow()
  await makeSourceWorkDue()
  const done = await Promise.all([pollSources(db()), pollSources(db())])
  expect(done.toSorted()).toEqual([0, 1])
})

test('a service that the shop is not connected to is not polled', async () => {
  await pollNow()
  await db().rows('DELETE FROM connections')
  expect(await pollNow()).toBe(0)
  expect(cursors).toHaveLength(1)
})

test('what is stored as it is reported is found by one statement, and what is reported otherwise becomes a task', async () => {
  const known = Array.from({ length: 200 }, (_, at) => depositAt(`known ${at}`))
  answer = () => ({ deposits: known, cursor: null })
  await pollNow()
  const rows = vi.spyOn(db(), 'rows')
  const transaction = vi.spyOn(db(), 'transaction')
  await pollNow()
  expect(rows.mock.calls.length).toBeLessThan(15)
  expect(transaction).not.toHaveBeenCalled()
  rows.mockRestore()
  transaction.mockRestore()
  answer = () => ({ deposits: [...known, { ...depositAt('known 7'), amount: 6_000 }], cursor: null })
  await pollNow()
  expect(
    await db().rows("SELECT (detail->'reported'->>'amount')::int AS amount FROM tasks WHERE kind = 'DEPOSIT_DIFFERS'"),
  ).toEqual([{ amount: 6_000 }])
})

test('a poll whose worker was killed before the cursor was stored fetches the same again', async () => {
  answer = () => ({ deposits: [depositAt('twice')], cursor: 'next' })
  await pollNow()
  await db().rows('UPDATE source_polls SET cursor = NULL')
  await pollNow()
  expect((await depositsOf('payaction')).filter(({ externalId }) => externalId === 'payaction:twice')).toHaveLength(1)
})
