import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cacheResult, dropCached } from './cache.ts'
import { db } from './db.ts'
import { withoutTriggers } from './testing/database.ts'

const readerScript = join(import.meta.dirname, '../settings/testing/settings-reader.ts')

const saveCompany = (company: string) =>
  db().rows(
    "INSERT INTO settings (key, value) VALUES ('FOOTER_COMPANY', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [JSON.stringify(company)],
  )

/**
 * Starts another process of the shop, which prints the setting FOOTER_COMPANY whenever the value that it has cached
 * changes. `next` returns the next printed line.
 */
function startReader() {
  const child = spawn(process.execPath, [readerScript], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { next: async () => (await lines.next()).value as string, stop: () => child.kill('SIGKILL') }
}

describe('another process', () => {
  let other: ReturnType<typeof startReader>

  beforeEach(async () => {
    await saveCompany('처음')
    other = startReader()
    expect(await other.next()).toBe('처음')
  })
  afterEach(async () => {
    other.stop()
    await vi.waitFor(async () => expect(await listeners()).toEqual([]), 60_000)
  })

  const listeners = () =>
    db().rows<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN cache' AND state = 'idle' AND datname = current_database()",
    )

  /**
   * Waits until the other process listens for changes. The connection whose PostgreSQL process has the id `before`
   * doesn't count. Returns the id of the connection's PostgreSQL process.
   */
  const untilListening = (before?: number) =>
    vi.waitFor(async () => {
      const [listener] = await listeners()
      expect(listener?.pid ?? before).not.toBe(before)
      return listener?.pid ?? 0
    }, 60_000)

  /** Saves a setting with triggers disabled: no notification is sent, and no version is incremented. */
  const saveWithoutNotification = (company: string) =>
    withoutTriggers("UPDATE settings SET value = $1 WHERE key = 'FOOTER_COMPANY'", [JSON.stringify(company)])

  const notify = () => db().rows("SELECT pg_notify('cache', 'settings')")

  test('what is saved here shows in another process, time after time', async () => {
    for (const company of ['하나', '둘', '셋']) {
      await saveCompany(company)
      expect(await other.next()).toBe(company)
    }
  })

  test('a notification alone is enough, also after the listener lost its connection', async () => {
    const first = await untilListening()
    await saveWithoutNotification('들리고')
    await notify()
    expect(await other.next()).toBe('들리고')
    await db().rows('SELECT pg_terminate_backend($1)', [first])
    await untilListening(first)
    await saveWithoutNotification('다시 들리고')
    await notify()
    expect(await other.next()).toBe('다시 들리고')
  })

  test('an incremented version is enough, without a notification', async () => {
    await saveWithoutNotification('들리지 않아도')
    await db().rows("UPDATE cache_versions SET version = version + 1 WHERE name = 'settings'")
    expect(await other.next()).toBe('들리지 않아도')
  })
})

test('concurrent callers share one load, and a dropped value is loaded again', async () => {
  const load = vi.fn(async () => Math.random())
  const values = await Promise.all(Array.from({ length: 50 }, () => cacheResult('content', 'test-shared', load)))
  expect(new Set(values).size).toBe(1)
  expect(load).toHaveBeenCalledTimes(1)
  dropCached('content')
  expect(await cacheResult('content', 'test-shared', load)).not.toBe(values[0])
})

test('a load that fails is not kept', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue('up')
  await expect(cacheResult('content', 'test-failing', load)).rejects.toThrow('down')
  expect(await cacheResult('content', 'test-failing', load)).toBe('up')
})

test('a value that was being loaded when its group was dropped isn’t cached', async () => {
  const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const load = () => gates.shift()?.promise ?? Promise.resolve('third')
  const [first, second] = gates
  const before = cacheResult('content', 'test-race', load)
  dropCached('content')
  const after = cacheResult('content', 'test-race', load)
  second?.resolve('new')
  first?.resolve('old')
  expect([await before, await after, await cacheResult('content', 'test-race', load)]).toEqual(['old', 'new', 'new'])
})

test('dropping one name leaves the others', async () => {
  const load = vi.fn(async () => 1)
  await cacheResult('catalog', 'test-other', load)
  dropCached('content')
  dropCached('cat')
  await cacheResult('catalog', 'test-other', load)
  expect(load).toHaveBeenCalledTimes(1)
})
