import { afterAll, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { fileLegalLimitTasks } from './file-legal-limit-tasks.ts'
import { meterKeys } from './labels.ts'
import { BALANCE_LIMIT } from './rules.ts'

afterAll(() => expectBooksBalance())

const number = meterKeys.indexOf('BALANCE_NOW') + 1

/**
 * Sets the outstanding balance to this percentage of BALANCE_LIMIT, by storing it as the balance at the end of today.
 */
async function setPercent(percent: bigint): Promise<void> {
  await ownerDatabase().rows('DELETE FROM issue_days')
  await ownerDatabase().rows(
    `INSERT INTO issue_days (day, paid, free, balance) VALUES ((now() AT TIME ZONE 'Asia/Seoul')::date, 0, 0, $1)`,
    [(BALANCE_LIMIT * percent) / 100n],
  )
}

beforeEach(async () => {
  await ownerDatabase().rows('DELETE FROM legal_alerts')
  await ownerDatabase().rows('DELETE FROM tasks')
})

const openTasks = () =>
  db().rows<{ kind: string; refId: number }>(
    `SELECT kind, ref_id FROM tasks WHERE ref_type = 'legal-limit' AND resolved_at IS NULL ORDER BY kind`,
  )

const closeTasks = () => db().rows("UPDATE tasks SET resolved_at = now(), action = 'done' WHERE resolved_at IS NULL")

test('80 % of a limit is a task, once, also after staff have closed it and as the figure moves', async () => {
  await setPercent(79n)
  expect(await fileLegalLimitTasks(db())).toBe(0)
  await setPercent(80n)
  expect(await fileLegalLimitTasks(db())).toBe(1)
  expect(await openTasks()).toEqual([{ kind: 'LEGAL_NEAR', refId: number }])
  for (const percent of [79n, 80n, 76n, 95n]) {
    await setPercent(percent)
    expect(await fileLegalLimitTasks(db())).toBe(0)
  }
  expect(await openTasks()).toHaveLength(1)
  await closeTasks()
  expect(await fileLegalLimitTasks(db())).toBe(0)
  expect(await openTasks()).toEqual([])
})

test('a limit that is reached is a task of its own, which takes the place of the one before', async () => {
  await setPercent(85n)
  await fileLegalLimitTasks(db())
  await setPercent(100n)
  expect(await fileLegalLimitTasks(db())).toBe(1)
  expect(await openTasks()).toEqual([{ kind: 'LEGAL_OVER', refId: number }])
})

test('a limit that is reached at once files one task', async () => {
  await setPercent(300n)
  expect(await fileLegalLimitTasks(db())).toBe(1)
  expect(await openTasks()).toEqual([{ kind: 'LEGAL_OVER', refId: number }])
})

test('the task ends when the figure is five points below, and a new cause files a new one', async () => {
  await setPercent(100n)
  await fileLegalLimitTasks(db())
  await setPercent(95n)
  await fileLegalLimitTasks(db())
  expect(await openTasks()).toHaveLength(1)
  await setPercent(94n)
  expect(await fileLegalLimitTasks(db())).toBe(0)
  expect(await openTasks()).toEqual([])
  await setPercent(100n)
  expect(await fileLegalLimitTasks(db())).toBe(1)
  await setPercent(10n)
  await fileLegalLimitTasks(db())
  await setPercent(80n)
  expect(await fileLegalLimitTasks(db())).toBe(1)
  expect(await openTasks()).toEqual([{ kind: 'LEGAL_NEAR', refId: number }])
})

test('two workers at once file one task', async () => {
  await setPercent(100n)
  const filed = await Promise.all([fileLegalLimitTasks(db()), fileLegalLimitTasks(db())])
  expect(filed.toSorted()).toEqual([0, 1])
  expect(await openTasks()).toHaveLength(1)
})
