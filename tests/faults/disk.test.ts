import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { openDatabase } from '#lib/core/db.ts'
import { findPostgresPids } from './clean-up.ts'
import { closeClients, send } from './client.ts'
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts'
import {
  compareOrders,
  makeResellers,
  makeServiceWithFractionalPrice,
  newTally,
  orderRepeatedly,
  type Reseller,
} from './orders.ts'
import { makeRandom, readProofSeed } from './random.ts'

/** Seconds for which each fault lasts. `npm run prove -- disk` runs all faults, for longer and with the pages. */
const SECONDS = Number(process.env.PROOF_SECONDS || 0.3)
const FULL = process.env.PROOF_FAULTS === 'all'
const WITH_PAGES = process.env.PROOF_PAGES === '1'
/** One client more than the shop has connections, so that one must wait when all connections are in use. */
const CLIENTS = 5
const POOL = '4'
/**
 * Maximum time, in milliseconds, from the end of a fault until the shop accepts orders again; long enough for a busy
 * machine.
 */
const MAX_RECOVERY_MS = 60_000
const timeout = 300_000 + SECONDS * 4_000

type Shop = {
  fleet: Fleet
  serviceId: number
  resellers: Reseller[]
  acknowledged: Awaited<ReturnType<typeof orderRepeatedly>>
}

async function openShop(options: FleetOptions = {}): Promise<Shop> {
  const fleet = await startFleet({
    withPages: WITH_PAGES,
    worker: FULL,
    env: { DATABASE_POOL: POOL },
    ...options,
    postgresSettings: { ...options.postgresSettings, max_connections: '40' },
  })
  const db = fleet.database()
  return {
    fleet,
    serviceId: await makeServiceWithFractionalPrice(db),
    resellers: await makeResellers(db, CLIENTS),
    acknowledged: [],
  }
}

/** Causes a fault. Returns the function that ends it. After that the shop must recover without help. */
type Fault = (fleet: Fleet) => Promise<() => Promise<unknown> | unknown>

/**
 * Places orders before, during and after a fault. During the fault the only effect may be 503 answers in Korean with
 * Retry-After. After its end orders must be accepted again, and no order may be lost, incomplete or stored twice.
 */
async function expectOnlyUnavailable(name: string, shop: Shop, begin: Fault): Promise<void> {
  const { fleet, serviceId, resellers } = shop
  const seed = readProofSeed(name)
  let over = false
  const tally = newTally()
  const clients = resellers.map((by, at) =>
    orderRepeatedly(() => fleet.urls[0] ?? '', by, {
      serviceId,
      random: makeRandom(seed + at),
      tally,
      isOver: () => over,
    }),
  )
  await until(() => tally.answered > 0)
  const end = await begin(fleet)
  await until(() => tally.refusedForNow > 0)
  await expectPageOrUnavailable(fleet)
  await wait(SECONDS * 1_000)
  await end()
  const [before, ended] = [tally.answered, performance.now()]
  await until(() => tally.answered > before)
  const recovered = performance.now() - ended
  over = true
  shop.acknowledged.push(...(await Promise.all(clients)).flat())
  const found = await compareOrders(fleet.database(), shop.acknowledged)
  console.log(
    `${name}: ${JSON.stringify(found)}, ${tally.answered} answers, ${tally.refusedForNow} x 503, ${tally.unanswered} without answer; orders taken again after ${Math.round(recovered)} ms`,
  )
  expect(tally.faults).toEqual([])
  expect(tally.unanswered).toBe(0)
  expect(tally.refusedForNow).toBeGreaterThan(0)
  expect(recovered).toBeLessThan(MAX_RECOVERY_MS)
  expect(found).toMatchObject({ lost: 0, others: 0, twice: 0 })
  await expectBooksBalance(fleet.database())
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const limit = Date.now() + 90_000; !isTrue() && Date.now() < limit; ) await wait(20)
}

/**
 * Expects that a page is answered in Korean: completely, if everything it shows is in memory, or else with 503 and
 * Retry-After.
 */
async function expectPageOrUnavailable(fleet: Fleet): Promise<void> {
  if (!WITH_PAGES) return
  const page = await send(fleet.urls[0] ?? '', { method: 'GET', path: '/order' })
  if (page.status === 200) expect(page.json).not.toMatch(/__next_error__|data-dgst/)
  else expect([page.status, Number(page.headers['retry-after']) > 0]).toEqual([503, true])
  expect(page.json).toMatch(/[가-힣]/)
}

/**
 * Other clients take all connections that PostgreSQL allows. The shop's connections are closed, so that it needs new
 * ones.
 */
const takeConnections: Fault = async (fleet) => {
  const strangers = openDatabase(fleet.databaseUrl(), 100)
  for (let round = 0; round < 2; round++) {
    fleet.cutConnections()
    while (await strangers.connect().catch(() => null));
  }
  return () => strangers.end()
}

/** Every order takes so long that all connections of the shop are in use. */
const slowOrders: Fault = async (fleet) => {
  const db = fleet.database()
  await db.rows(
    'CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(30); RETURN NEW; END $$',
  )
  await db.rows('CREATE TRIGGER sleep BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION sleep()')
  return async () => {
    // The function is dropped in several attempts, because dropping it waits for a lock that slow orders hold until
    // they have ended.
    for (let attempt = 0; attempt < 20; attempt++)
      if (await db.rows('DROP FUNCTION sleep() CASCADE').catch(() => null)) return
    throw new Error('orders stay slow')
  }
}

/** PostgreSQL refuses writes, as managed databases do when their disk is nearly full, or after a failover. */
const makePostgresReadOnly: Fault = async (fleet) => {
  const db = fleet.database()
  await db.rows('ALTER SYSTEM SET default_transaction_read_only = on')
  await db.rows('SELECT pg_reload_conf()')
  return async () => {
    await db.rows('ALTER SYSTEM RESET default_transaction_read_only')
    await db.rows('SELECT pg_reload_conf()')
  }
}

/** Limits the size of the files that PostgreSQL writes, as a disk quota would, but without root. */
function limitFiles({ data, account }: Fleet, bytes: string): void {
  for (const pid of findPostgresPids(data))
    spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`], { ...account, cwd: '/' })
}

const canLimitFiles = spawnSync('prlimit', ['--version']).status === 0

/**
 * No file may grow any more, as on a full disk. PostgreSQL closes all connections and recovers. If it can't write
 * during the recovery either, it ends, and is started again, as a supervisor would do.
 */
const forbidFileGrowth: Fault = async (fleet) => {
  limitFiles(fleet, '0')
  return async () => {
    limitFiles(fleet, 'unlimited')
    await fleet.restartPostgresIfEnded()
  }
}

/** PostgreSQL is paused: it answers nothing, but closes no connection. */
const pausePostgres: Fault = async (fleet) => {
  const paused = fleet.postgres.pause(30_000)
  return () => paused
}

/** Faults that can be caused without root, one after the other in the same shop. */
const faults: [string, Fault, boolean?][] = [
  ['PostgreSQL has no connection left', takeConnections],
  ['PostgreSQL may only read', makePostgresReadOnly],
  ['PostgreSQL can write no file, as on a full disk', forbidFileGrowth, !canLimitFiles],
  ['slow statements in every connection of the shop', slowOrders, !FULL],
  ['PostgreSQL stands still (SIGSTOP)', pausePostgres, !FULL],
]

describe('503 with Retry-After, nothing lost or twice, then orders again by itself', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  }, timeout)
  afterAll(async () => {
    closeClients()
    await shop?.fleet.stop()
  }, timeout)

  for (const [name, fault, skipped = false] of faults)
    test.skipIf(skipped)(name, { timeout, retry: 0 }, () => expectOnlyUnavailable(name, shop, fault))
})

const MEGABYTES = 400

/** Mounts a small file system in memory on a new folder; null where that isn't allowed. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const options = `size=${MEGABYTES}m,mode=0711`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0) return folder
  rmSync(folder, { recursive: true })
  return null
}

/** Fills the disk, and fills again whatever space PostgreSQL frees. */
const fillDisk = (folder: string) => () => {
  const file = join(folder, 'filler')
  const fill = () => {
    const { bavail, bsize } = statfsSync(folder)
    try {
      writeFileSync(file, Buffer.alloc(bavail * bsize), { flag: 'a' })
    } catch {}
  }
  fill()
  const again = setInterval(fill, 200)
  return () => {
    clearInterval(again)
    rmSync(file, { force: true })
  }
}

const makeReadOnly = (folder: string) => () => {
  spawnSync('mount', ['-o', 'remount,ro', folder])
  return () => void spawnSync('mount', ['-o', 'remount,rw', folder])
}

for (const [name, faultOf] of [
  ['a full disk', fillDisk],
  ['a disk that becomes read-only', makeReadOnly],
] as const)
  test.skipIf(!FULL)(`${name}: 503 with Retry-After, then orders again`, { timeout, retry: 0 }, async (context) => {
    const mounted = mountSmallDisk()
    if (!mounted) return context.skip('only root may mount a small disk')
    const shop = await openShop({ mounted, postgresSettings: { max_wal_size: '64MB', min_wal_size: '32MB' } })
    try {
      await expectOnlyUnavailable(name, shop, async (fleet) => {
        const end = faultOf(mounted)()
        return async () => {
          end()
          // PostgreSQL may have ended: a supervisor starts it again.
          await fleet.restartPostgresIfEnded()
        }
      })
    } finally {
      await shop.fleet.stop()
    }
  })
