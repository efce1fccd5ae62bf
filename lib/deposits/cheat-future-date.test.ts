import { afterEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { importDepositsCall } from './calls.ts'

afterEach(() => expectBooksBalance())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const importAs = async (body: object) =>
  send(importDepositsCall, { headers: (await signedIn({ role: 'MANAGER' })).headers, body })

const storedCount = async (name: string) => (await db().rows('SELECT FROM deposits WHERE name = $1', [name])).length

test('money that the bank books later, as an arranged transfer, is no deposit yet', async () => {
  const csv = `f1,예약이체,30000,${inHours(-1)}\nf2,예약이체,30000,${inHours(20)}`
  const refused = await importAs({ csv })
  expect(refused).toMatchObject({ status: 400, json: { message: '2번째 줄을 읽을 수 없어요.' } })
  expect((await importAs([{ externalId: 'f3', name: '예약이체', amount: 30_000, at: inHours(1) }])).status).toBe(400)
  expect(await storedCount('예약이체')).toBe(0)
})

test('a bank whose clock is some minutes ahead is no reason to refuse its table', async () => {
  const at = new Date(Date.now() + 5 * 60_000).toISOString()
  expect((await importAs([{ externalId: 'f4', name: '앞선시계', amount: 30_000, at }])).status).toBe(200)
  expect(await storedCount('앞선시계')).toBe(1)
})

test('a deposit of which only the day is known may be of today, though its day hasn’t ended, but not of tomorrow', async () => {
  const onDay = (externalId: string, day: string) =>
    importAs([{ externalId, name: '날짜만', amount: 30_000, at: `${day}T23:59:59+09:00`, precision: 'DAY' }])
  expect((await onDay('f5', seoulDay(new Date()))).status).toBe(200)
  expect(await db().rows("SELECT FROM deposits WHERE name = '날짜만' AND at <= now()")).toHaveLength(1)
  expect((await onDay('f6', seoulDay(new Date(), 1))).status).toBe(400)
  expect((await onDay('f7', '2026-13-45')).status).toBe(400)
  expect(await storedCount('날짜만')).toBe(1)
})
