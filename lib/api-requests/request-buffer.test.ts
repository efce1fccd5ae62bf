import { expect, test, vi } from 'vitest'
import type { Database } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { firstRequestIdAt, newRequestId } from '#lib/core/request-id.ts'
import { makeRequestBuffer, type StoredRequest } from './request-buffer.ts'

const row = (id = newRequestId()): StoredRequest => ({
  ...{ id, memberId: 1, keyId: 1, call: 'POST /order', failed: false, status: 201, errorCode: null, error: null },
  ...{ duration: 1, address: '', serviceId: null, amount: null, orderId: null, omitted: 0, at: new Date() },
})

const options = { maxRows: 5, pause: 1_000_000, batch: 2 }

/** A stand-in for the database whose statements end when the test resolves them. */
function slowDatabase() {
  const written: number[] = []
  let release = () => {}
  const rows = (_: unknown, values: readonly unknown[] = []) => {
    written.push((values[0] as unknown[]).length)
    return new Promise<never[]>((resolve) => {
      release = () => resolve([])
    })
  }
  return { db: { rows } as unknown as Database, written, release: () => release() }
}

test('while the database doesn’t answer, calls are dropped instead of gathered, and nobody waits', async () => {
  const { db, written, release } = slowDatabase()
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const buffer = makeRequestBuffer(() => db, options)
  for (let times = 0; times < 9; times++) buffer.add(row())
  expect(buffer.size()).toBe(5)
  const flushed = buffer.flush()
  for (let times = 0; times < 1_000; times++) buffer.add(row())
  expect(buffer.size()).toBe(5)
  const stop = setInterval(release, 1)
  await flushed
  clearInterval(stop)
  expect(written).toEqual([2, 2, 2, 1])
  expect(warned).toHaveBeenCalledWith('the request log lost calls', { dropped: 4 + 998 })
  warned.mockRestore()
})

test('a write that fails loses its batch and no more', async () => {
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const sizes: number[] = []
  const rows = async (_: unknown, values: readonly unknown[] = []) => {
    sizes.push((values[0] as unknown[]).length)
    if (sizes.length === 1) throw new Error('away')
    return []
  }
  const buffer = makeRequestBuffer(() => ({ rows }) as unknown as Database, options)
  for (let times = 0; times < 4; times++) buffer.add(row())
  await buffer.flush()
  expect(sizes).toEqual([2, 2])
  expect(warned).toHaveBeenCalledWith('the request log lost calls', { dropped: 2 })
  warned.mockRestore()
})

test('ids of requests ascend with time, to the millisecond', () => {
  const at = Date.parse('2026-11-22T14:00:00.000Z')
  const ids = [newRequestId(at), newRequestId(at + 1), newRequestId(at + 70_000)]
  expect(ids).toEqual(ids.toSorted())
  expect(firstRequestIdAt(at) < (ids[0] ?? '')).toBe(true)
  expect(firstRequestIdAt(at + 1) > (ids[0] ?? '')).toBe(true)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
