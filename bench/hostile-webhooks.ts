import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { buildDeposit, signatureHeaders } from '#lib/deposits/testing/deposits.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { setWebhook } from '#lib/webhooks/set-webhook.ts'
import { findFreePort, removePostgres } from '#scripts/postgres.ts'
import { type Shop, startShop } from '#scripts/shop.ts'
import { median } from './processes.ts'
import { makeBuyer } from './shop.ts'

const SLOW_DELIVERIES = 200
const SLOW_RESPONSE_MS = 8_500
const DEPOSITS_MEASURED = 20
/**
 * Number of deliveries that a worker makes at once to webhooks whose last delivery wasn't answered promptly
 * (`deliverySlots.other` in lib/jobs/deliver-webhooks-job.ts).
 */
const DELIVERY_SLOTS = 32
const MAX_CREDIT_MS = 1_000

/** Starts a reseller's webhook receiver that responds slowly and counts the requests that are open. */
async function startSlowReceiver() {
  let open = 0
  const server = createServer((_, response) => {
    open += 1
    setTimeout(() => {
      open -= 1
      response.end()
    }, SLOW_RESPONSE_MS)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, open: () => open, stop }
}

async function newCharge(): Promise<{ chargeId: number; name: string }> {
  const name = `입금${randomUUID().slice(0, 8)}`
  const { memberId } = await makeBuyer(db(), `hostile_${randomUUID().slice(0, 8)}`)
  return { chargeId: await makeCharge({ memberId, name }), name }
}

/** Waits until a charge is credited. Returns the milliseconds since `started`. */
async function untilCredited(chargeId: number, started = performance.now()): Promise<number> {
  const status = 'SELECT status FROM charges WHERE id = $1'
  while ((await oneRow<{ status: number }>(db(), status, [chargeId])).status !== 1) await wait(5)
  return performance.now() - started
}

/**
 * Sends a deposit to the deposit hook, which credits the charge in the web process. Returns the milliseconds it took.
 */
async function creditByHook(shop: Shop): Promise<number> {
  const { chargeId, name } = await newCharge()
  const body = Buffer.from(JSON.stringify([buildDeposit({ name })]))
  const headers = { 'content-type': 'application/json', ...signatureHeaders(body) }
  const started = performance.now()
  const answer = await fetch(`${shop.url}/hooks/deposits`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`the hook answered ${answer.status}: ${await answer.text()}`)
  return untilCredited(chargeId, started)
}

/**
 * Stores a deposit as if the hook had been stopped before crediting it, so that the worker credits it. Returns the
 * milliseconds it took.
 */
async function creditByWorker(): Promise<number> {
  const { chargeId, name } = await newCharge()
  const started = performance.now()
  await db().rows(
    `WITH stored AS (
       INSERT INTO deposits (external_id, name, normal_name, amount, at, source)
       SELECT $2, $3, normal_name, pay_amount, now(), 'HOOK' FROM charges WHERE id = $1
     ) SELECT graphile_worker.add_job('match-deposits')`,
    [chargeId, randomUUID(), name],
  )
  return untilCredited(chargeId, started)
}

type CreditTimes = { hook: number[]; worker: number[] }

async function measureCredits(shop: Shop): Promise<CreditTimes> {
  const times: CreditTimes = { hook: [], worker: [] }
  for (let at = 0; at < DEPOSITS_MEASURED; at++) {
    times.hook.push(await creditByHook(shop))
    times.worker.push(await creditByWorker())
  }
  return times
}

const countUndelivered = async () =>
  (
    await oneRow<{ count: number }>(
      db(),
      "SELECT count(*)::int AS count FROM webhook_deliveries WHERE state <> 'DELIVERED'",
    )
  ).count

/**
 * Prints the credit times without and with slow webhooks. Returns true if every deposit was credited in time even with
 * slow webhooks.
 */
function areCreditsInTime(quiet: CreditTimes, slow: CreditTimes): boolean {
  let areInTime = true
  for (const way of ['hook', 'worker'] as const) {
    const [before, after] = [median(quiet[way]), median(slow[way])]
    const longest = Math.max(...slow[way])
    const maxMs = Math.max(MAX_CREDIT_MS, before * 2)
    areInTime &&= longest <= maxMs
    console.log(
      `${way}: median ${Math.round(before)} ms quiet, ${Math.round(after)} ms beside ${SLOW_DELIVERIES} slow webhooks, longest ${Math.round(longest)} of at most ${Math.round(maxMs)} ms`,
    )
  }
  return areInTime
}

/**
 * Measures on a complete shop how fast deposits are credited: without load, and while 200 deliveries are due to
 * webhooks that take 8.5 s to respond. Returns true if each deposit was credited in time, some deliveries were still
 * undelivered at the end, and the books balance.
 */
export async function proveCreditsDespiteSlowWebhooks(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  const limits = { ALLOW_PRIVATE_WEBHOOKS: 'true', RATE_LIMIT_FACTOR: '10000' }
  const shop = await startShop({ folder, port: await findFreePort(), env: limits })
  Object.assign(process.env, shop.env)
  const receiver = await startSlowReceiver()
  try {
    await measureCredits(shop)
    const quiet = await measureCredits(shop)
    for (let at = 0; at < SLOW_DELIVERIES; at++) {
      const { memberId } = await makeBuyer(db(), `hostile_${randomUUID().slice(0, 8)}`)
      await setWebhook(db(), { memberId, url: receiver.url, enabled: true })
      await db().rows(
        `INSERT INTO webhook_deliveries (member_id, order_id, status, remains, refunded)
         VALUES ($1, 1, ${orderStatus.INPROGRESS}, 100, 0)`,
        [memberId],
      )
    }
    while (receiver.open() < DELIVERY_SLOTS) await wait(20)
    const slow = await measureCredits(shop)
    const left = await countUndelivered()
    console.log(`${left} of ${SLOW_DELIVERIES} deliveries still to be made when the last deposit was credited`)
    const balanced = areBooksBalanced(await findBookFaults(db()))
    console.log(`books balance: ${balanced}`)
    return areCreditsInTime(quiet, slow) && left > 0 && balanced
  } finally {
    receiver.stop()
    await db().end()
    await shop.stop()
    removePostgres(join(folder, 'postgres'))
    rmSync(folder, { recursive: true, force: true })
  }
}
