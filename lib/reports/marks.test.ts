import { expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { settledTimeSql } from './marks.ts'

test('rows are settled only up to the start of the oldest transaction that may still commit some', async () => {
  const isSettled = async (time: string) =>
    (await oneRow<{ yes: boolean }>(db(), `SELECT ${settledTimeSql('now()')} > $1::timestamptz AS yes`, [time])).yes
  let started = ''
  await db().transaction(async (tx) => {
    started = (await oneRow<{ now: string }>(tx, 'SELECT now()::text AS now')).now
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await isSettled(started)).toBe(false)
  })
  expect(await isSettled(started)).toBe(true)
})
