import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { backUpContinuously } from './back-up-continuously.ts'
import { openEncryptedStore } from './encrypted-store.ts'

test('a failure that comes back at each attempt isn’t a line each time', { timeout: 30_000 }, async () => {
  const lines = vi.spyOn(console, 'error').mockReturnValue()
  let connections = 0
  const closing = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await once(closing.listen(0, '127.0.0.1'), 'listening')
  const store = openEncryptedStore({ BACKUP_STORE: '/nonexistent', BACKUP_KEY: randomBytes(32).toString('hex') })
  const ending = new AbortController()
  const { port } = closing.address() as AddressInfo
  const url = `postgres://nobody@127.0.0.1:${port}/none`
  const options = { url, store, baseEvery: 1_000, walEvery: 1_000, keepDays: 1, signal: ending.signal }
  const ended = backUpContinuously(options)
  // Each attempt connects twice: to archive, and to record that it failed.
  await vi.waitFor(() => expect(connections).toBeGreaterThanOrEqual(4), { timeout: 20_000 })
  ending.abort()
  await ended
  closing.close()
  expect(lines.mock.calls).toHaveLength(1)
  lines.mockRestore()
})
