import { afterEach, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { matchWaitingDeposits } from '../match-deposit.ts'
import { makeDeposit } from '../testing/deposits.ts'
import { askAboutReports } from './ask-about-reports.ts'
import { pollSources } from './poll-sources.ts'
import { syncRegistrations } from './sync-registrations.ts'
import { pointsOf } from './testing/connected-shop.ts'

afterEach(() => expectBooksBalance())

test('a shop without any connection asks nobody, has no task about it, and credits the deposits of the signed hook', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { id: memberId } = await makeMember()
  await makeCharge({ memberId, name: '김연결없음', point: 10_000 })
  expect(await Promise.all([syncRegistrations(db()), askAboutReports(db()), pollSources(db())])).toEqual([0, 0, 0])
  await makeDeposit({ name: '김연결없음', amount: 10_000 })
  await matchWaitingDeposits(db())
  expect(await pointsOf(memberId)).toBe(10_000)
  expect(fetched).not.toHaveBeenCalled()
  expect(
    await oneRow(
      db(),
      `SELECT (SELECT count(*)::int FROM connections) AS connections, (SELECT count(*)::int FROM source_registrations) AS registered,
         (SELECT count(*)::int FROM tasks WHERE kind = 'CONNECTION_DOWN') AS tasks`,
    ),
  ).toEqual({ connections: 0, registered: 0, tasks: 0 })
})
