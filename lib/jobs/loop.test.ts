import { expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { startLoop } from './loop.ts'

test('a loop that fails each time is tried on, and fills the log with one line', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  let runs = 0
  const run = async (): Promise<boolean> => {
    runs++
    throw new Error('the database is gone')
  }
  const loop = startLoop({ name: 'broken', pause: 1, run }, db())
  await vi.waitFor(() => expect(runs).toBeGreaterThan(20), 10_000)
  await loop.stop()
  expect(logged.mock.calls.map(([message, fields]) => [message, fields?.loop])).toEqual([['a loop failed', 'broken']])
  logged.mockRestore()
})
