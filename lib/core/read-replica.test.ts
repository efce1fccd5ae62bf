import { afterAll, expect, test, vi } from 'vitest'
import { oneRow } from './db.ts'
import { env } from './env.ts'
import { log } from './log.ts'
import { readDb } from './read-replica.ts'

afterAll(() => {
  env().READ_DATABASE_URL = undefined
})

test('a replica that is gone is not read, and logged once instead of every second', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
  env().READ_DATABASE_URL = 'postgres://nobody@127.0.0.1:59/shop'
  expect(await oneRow(readDb(), 'SELECT 1 AS one')).toEqual({ one: 1 })
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  expect(warn.mock.calls.map(([message]) => message)).toEqual(['the replica can not be checked'])
  warn.mockRestore()
})
