import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cached, dropCached } from './cache.ts'
import { db } from './db.ts'

const reader = join(import.meta.dirname, '../settings/test-settings-reader.ts')

const save = (company: string) =>
  db().rows(
    "INSERT INTO settings (key, value) VALUES ('FOOTER_COMPANY', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [JSON.stringify(company)],
  )

/** Another process of the shop: its lines come one by one. */
function startReader() {
  const child = spawn(process.execPath, [reader], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { next: async () => (await lines.next()).value as string, stop: () => child.kill('SIGKILL') }
}

describe('another process', () => {
  let other: ReturnType<typeof startReader>

  beforeEach(async () => {
    await save('처음')
    other = startReader()
    expect(await other.next()).toBe('처음')
  })
  afterEach(() => {
    other.stop()
  })

  /** How long another process took to see a saved value, in milliseconds. */
  async function timeToSee(company: string): Promise<number> {
    await save(company)
    const saved = performance.now()
    expect(await other.next()).toBe(company)
    return performance.now() - saved
  }

  test('what is saved here shows in another process within two seconds, most often at once', async () => {
    await wait(300)
    const times = []
    for (const company of ['하나', '둘', '셋']) times.push(await timeToSee(company))
    expect(Math.max(...times)).toBeLessThan(2_000)
    expect(Math.min(...times)).toBeLessThan(500)
  })

  test('it shows within two seconds too when the other process has lost its listener', async () => {
    await wait(300)
    await db().rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN cache' AND pid <> pg_backend_pid()",
    )
    expect(await timeToSee('들리지 않아도')).toBeLessThan(2_000)
    await wait(1_500)
    expect(await timeToSee('다시 들리고')).toBeLessThan(2_000)
  })
})

test('callers at one moment share one load, and what was dropped is loaded again', async () => {
  const load = vi.fn(async () => Math.random())
  const values = await Promise.all(Array.from({ length: 50 }, () => cached('content', 'test-shared', load)))
  expect(new Set(values).size).toBe(1)
  expect(load).toHaveBeenCalledTimes(1)
  dropCached('content')
  expect(await cached('content', 'test-shared', load)).not.toBe(values[0])
})

test('a load that fails is not kept', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue('up')
  await expect(cached('content', 'test-failing', load)).rejects.toThrow('down')
  expect(await cached('content', 'test-failing', load)).toBe('up')
})

test('what was being loaded when it was dropped is not kept as if it were new', async () => {
  const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const load = () => gates.shift()?.promise ?? Promise.resolve('third')
  const [first, second] = gates
  const before = cached('content', 'test-race', load)
  dropCached('content')
  const after = cached('content', 'test-race', load)
  second?.resolve('new')
  first?.resolve('old')
  expect([await before, await after, await cached('content', 'test-race', load)]).toEqual(['old', 'new', 'new'])
})

test('dropping one name leaves the others', async () => {
  const load = vi.fn(async () => 1)
  await cached('catalog', 'test-other', load)
  dropCached('content')
  dropCached('cat')
  await cached('catalog', 'test-other', load)
  expect(load).toHaveBeenCalledTimes(1)
})
