import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { areBooksBalanced, findBookFaults } from '#lib/books/queries.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { chargeStatus } from '#lib/charges/labels.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { computeSignature } from '#lib/core/signature.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { type Answer, closeClients, isIndefinite, type NoAnswer, type RequestToSend, send } from './client.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { countAnswer, newTally } from './orders.ts'
import { makeRandom, type Random, readProofSeed } from './random.ts'

/**
 * Number of members who move money at the same time. `npm run prove -- bank` runs the full test: 50 members for ten
 * minutes.
 */
const WORKERS = Number(process.env.PROOF_WORKERS || 6)
const SECONDS = Number(process.env.PROOF_SECONDS || 5)
const WITH_PAGES = process.env.PROOF_PAGES === '1'

/** Balance that each member starts with. All amounts here are in hundredths of a point, as numbers far below 2^53. */
const START = 50_000_000
/** Price of one unit, in hundred-thousandths of a point. */
const UNIT = 33_333

const priceOf = (units: number): number => Math.ceil((units * UNIT) / 1_000)

let fleet: Fleet | undefined
afterEach(async () => {
  closeClients()
  await fleet?.stop()
  fleet = undefined
})

type Bank = {
  readonly url: () => string
  readonly serviceId: number
  readonly owner: Record<string, string>
  readonly hookSecret: string
  readonly tally: ReturnType<typeof newTally>
}

/** A member, and the balance that he must have according to the definite answers that he got. */
type Worker = {
  readonly id: number
  readonly headers: Record<string, string>
  expected: number
  readonly orders: { readonly id: number; readonly amount: number; readonly price: number }[]
}

/**
 * Sends a request and repeats it until its outcome is known. Without an answer, and after a 503 or a 401, the request
 * may or may not have taken effect, so it is sent again. A 401 comes from a process whose clock was shifted: it refuses
 * sessions and signatures of the real time.
 */
async function sendUntilDefinite(bank: Bank, sentOf: () => RequestToSend): Promise<Answer> {
  for (const limit = Date.now() + 240_000; Date.now() < limit; await wait(200)) {
    const answer = await send(bank.url(), sentOf()).catch((error: NoAnswer) => error)
    countAnswer(bank.tally, answer)
    if (!(answer instanceof Error) && answer.status !== 401 && !isIndefinite(answer)) return answer
  }
  throw new Error('no definite answer within four minutes')
}

const post = (path: string, headers: Record<string, string>, body: object) => (): RequestToSend => ({
  path,
  headers,
  body: JSON.stringify(body),
})

function expectStatus(bank: Bank, { status, json }: Answer, ...expected: number[]): boolean {
  if (expected.includes(status)) return true
  bank.tally.faults.push(`${status} ${JSON.stringify(json)}, not ${expected.join(' or ')}`)
  return false
}

async function order(bank: Bank, worker: Worker, random: Random): Promise<void> {
  const amount = random.between(1, 900)
  const body = {
    serviceId: bank.serviceId,
    link: `https://instagram.com/p/${random.between(1, 1e6)}`,
    amount,
    runs: 0,
    interval: 0,
  }
  const answer = await sendUntilDefinite(
    bank,
    post('/service/order', { ...worker.headers, 'idempotency-key': randomUUID() }, body),
  )
  if (!expectStatus(bank, answer, 201)) return
  const { orderId } = answer.json as { orderId: number }
  worker.expected -= priceOf(amount)
  worker.orders.push({ id: orderId, amount, price: priceOf(amount) })
}

async function autoOrder(bank: Bank, worker: Worker, random: Random): Promise<void> {
  const [amount, runs] = [random.between(1, 300), random.between(2, 9)]
  const body = { serviceId: bank.serviceId, link: 'https://instagram.com/p/auto', amount, runs, interval: 60 }
  const answer = await sendUntilDefinite(
    bank,
    post('/service/order', { ...worker.headers, 'idempotency-key': randomUUID() }, body),
  )
  if (expectStatus(bank, answer, 201)) worker.expected -= priceOf(amount * runs)
}

async function orderMany(bank: Bank, worker: Worker, random: Random): Promise<void> {
  const orders = Array.from({ length: random.between(1, 20) }, (_, at) => ({
    serviceId: bank.serviceId,
    link: `https://instagram.com/p/${at}`,
    amount: random.between(1, 90),
  }))
  const answer = await sendUntilDefinite(
    bank,
    post('/service/orders', { ...worker.headers, 'idempotency-key': randomUUID() }, { orders, atomic: true }),
  )
  if (expectStatus(bank, answer, 201)) worker.expected -= orders.reduce((sum, { amount }) => sum + priceOf(amount), 0)
}

/**
 * The member cancels one of his orders. If an attempt took effect but its answer was lost, the repeated request is
 * refused; the order's status then shows that the order is cancelled.
 */
async function cancel(bank: Bank, worker: Worker): Promise<void> {
  const chosen = worker.orders.pop()
  if (!chosen) return
  await sendUntilDefinite(bank, post(`/service/order/${chosen.id}/cancel`, worker.headers, {}))
  const state = await sendUntilDefinite(bank, () => ({
    method: 'GET',
    path: `/service/order/${chosen.id}`,
    headers: worker.headers,
  }))
  if (!expectStatus(bank, state, 200)) return
  if ((state.json as { status: number }).status === 5) worker.expected += chosen.price
}

/** Staff end an order with some units undelivered, which are refunded. Repeating the request changes nothing. */
async function endInPart(bank: Bank, worker: Worker, random: Random): Promise<void> {
  const chosen = worker.orders.shift()
  if (!chosen) return
  const remains = random.between(0, chosen.amount)
  // If no unit is undelivered the order is completed; if all units are, it is cancelled.
  const ends = remains === 0 ? 2 : remains === chosen.amount ? 5 : 3
  const transition = (body: object) =>
    sendUntilDefinite(bank, post(`/api/admin/orders/${chosen.id}/transition`, bank.owner, body))
  await transition({ status: 1, reason: '시작' })
  await transition({ status: 3, remains, reason: '일부만 작업함' })
  const state = await sendUntilDefinite(bank, () => ({
    method: 'GET',
    path: `/service/order/${chosen.id}`,
    headers: worker.headers,
  }))
  if (!expectStatus(bank, state, 200)) return
  const { status } = state.json as { status: number }
  if (status === ends) worker.expected += Math.floor((chosen.price * remains) / chosen.amount)
  else bank.tally.faults.push(`order ${chosen.id} is in state ${status}, not ${ends}`)
}

/** Requests a charge and transfers the money. The bank reports the transfer until the shop has stored it. */
async function charge(bank: Bank, worker: Worker, random: Random): Promise<void> {
  const won = random.between(1_000, 90_000)
  const name = `입금${randomUUID().slice(0, 8)}`
  const body = { name, point: won, feeType: 2, feeValue: {} }
  const requested = await sendUntilDefinite(
    bank,
    post('/service/point', { ...worker.headers, 'idempotency-key': randomUUID() }, body),
  )
  if (!expectStatus(bank, requested, 201)) return
  const { id } = requested.json as { id: number }
  const externalId = randomUUID()
  const report = (): RequestToSend => {
    const bytes = Buffer.from(JSON.stringify([{ externalId, name, amount: won, at: new Date().toISOString() }]))
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const signature = computeSignature(bank.hookSecret, timestamp, bytes)
    return {
      path: '/hooks/deposits',
      headers: { 'x-timestamp': timestamp, 'x-signature': signature },
      body: bytes.toString(),
    }
  }
  if (!expectStatus(bank, await sendUntilDefinite(bank, report), 200)) return
  // The web process credits the charge at once, or the worker does later.
  for (const limit = Date.now() + 240_000; Date.now() < limit; await wait(500)) {
    const history = await sendUntilDefinite(bank, () => ({
      method: 'GET',
      path: '/service/point-history?size=1000',
      headers: worker.headers,
    }))
    const row = (history.json as { id: number; status: number }[]).find((each) => each.id === id)
    if (row?.status !== 1) continue
    worker.expected += won * 100
    return
  }
  bank.tally.faults.push(`charge ${id} was not credited`)
}

/** Staff give or take points, with an idempotency key. */
async function adjust(bank: Bank, worker: Worker, random: Random): Promise<void> {
  const delta = random.between(-50, 100) || 1
  const headers = { ...bank.owner, 'idempotency-key': randomUUID() }
  const answer = await sendUntilDefinite(
    bank,
    post(`/api/admin/members/${worker.id}/points`, headers, { delta, reason: '조정' }),
  )
  if (expectStatus(bank, answer, 200)) worker.expected += delta * 100
}

const moves = [order, order, order, orderMany, autoOrder, cancel, endInPart, charge, adjust]

/** SQL for balances + spent points − credited points, read in one snapshot. The result must always be 0. */
const constantSql = `
  SELECT (SELECT coalesce(sum(point), 0) FROM balances)
    + (SELECT coalesce(sum(price - refunded - recovered), 0) FROM orders WHERE auto_order_id IS NULL)
    + (SELECT coalesce(sum(price - refunded), 0) FROM auto_orders)
    - (SELECT coalesce(sum(point - coalesce(reversed, 0)), 0) FROM charges WHERE status = ${chargeStatus.SUCCESS})
    - (SELECT coalesce(sum(delta), 0) FROM point_entries WHERE kind = 'ADJUSTMENT') AS difference`

type Samples = { taken: number; missed: number; faults: string[] }

/** Checks every half second, whenever PostgreSQL answers, that the sum of `constantSql` is 0 and the books balance. */
async function takeSamples(running: Fleet, isOver: () => boolean): Promise<Samples> {
  const samples: Samples = { taken: 0, missed: 0, faults: [] }
  for (; !isOver(); await wait(500)) {
    try {
      const db = running.database()
      const { difference } = await oneRow<{ difference: string }>(db, constantSql)
      const faults = await findBookFaults(db)
      samples.taken += 1
      if (Number(difference) !== 0) samples.faults.push(`balances + spent - credited = ${difference}`)
      if (!areBooksBalanced(faults)) samples.faults.push(JSON.stringify(faults))
    } catch {
      samples.missed += 1
    }
  }
  return samples
}

async function openBank(running: Fleet): Promise<{ bank: Bank; workers: Worker[] }> {
  const db: Database = running.database()
  const { id: ownerId } = await makeMember({ loginId: 'owner', role: 'OWNER' }, db)
  await db.rows("UPDATE members SET role_since = now() - interval '3 days' WHERE id = $1", [ownerId])
  const session = async (memberId: number, role: 'MEMBER' | 'OWNER') => {
    const { token } = await openSession(db, { memberId, role, device: 'bank', totp: true })
    return { authorization: `Bearer ${token}` }
  }
  const workers: Worker[] = []
  for (let at = 0; at < WORKERS; at++) {
    const { id } = await makeMember({ loginId: `worker_${at}`, points: START / 100 }, db)
    workers.push({ id, headers: await session(id, 'MEMBER'), expected: START, orders: [] })
  }
  const bank: Bank = {
    url: running.nextUrl,
    serviceId: await makeService({ price: UNIT / 100_000, enableAuto: true, canCancel: true }, db),
    owner: await session(ownerId, 'OWNER'),
    hookSecret: running.env.DEPOSIT_HOOK_SECRET ?? '',
    tally: newTally(),
  }
  return { bank, workers }
}

/** Causes a random fault: a kill, a pause, a shifted clock, or cut connections. Returns its name. */
async function causeFault(running: Fleet, random: Random): Promise<string> {
  const part = random.pick(running.processes)
  const kind = random.pick(['kill', 'kill', 'pause', 'clock', 'cut', 'killPostgres', 'pausePostgres'])
  if (kind === 'kill') {
    await part.kill()
    await part.start()
  } else if (kind === 'pause') await part.pause(random.between(500, 4_000))
  else if (kind === 'clock') {
    part.shiftClock(random.between(-120, 120) * 60_000)
    await wait(2_000)
    part.shiftClock(0)
  } else if (kind === 'cut') running.cutConnections()
  else if (kind === 'killPostgres') {
    await running.postgres.kill()
    await running.postgres.start()
  } else await running.postgres.pause(random.between(500, 4_000))
  return kind
}

test(`${WORKERS} members move money for ${SECONDS} s while everything is killed, paused, shifted and cut: no point is lost or made`, {
  timeout: 600_000 + SECONDS * 3_000,
}, async () => {
  const seed = readProofSeed('bank')
  const running = await startFleet({ withPages: WITH_PAGES, env: { DEMO: 'true' } })
  fleet = running
  const { bank, workers } = await openBank(running)
  let over = false
  const samples = takeSamples(running, () => over)
  const until = Date.now() + SECONDS * 1_000
  const moved: Record<string, number> = {}
  const moving = workers.map(async (worker, at) => {
    const random = makeRandom(seed + at + 1)
    while (Date.now() < until) {
      const move = random.pick(moves)
      await move(bank, worker, random)
      moved[move.name] = (moved[move.name] ?? 0) + 1
    }
  })
  const faults: Record<string, number> = {}
  const random = makeRandom(seed)
  while (Date.now() < until) {
    await wait(random.between(200, 1_500))
    const kind = await causeFault(running, random)
    faults[kind] = (faults[kind] ?? 0) + 1
  }
  await Promise.all(moving)
  over = true
  const { taken, missed, faults: broken } = await samples
  const { answered, refusedForNow, unanswered } = bank.tally
  console.log(
    `bank: moves ${JSON.stringify(moved)}; faults ${JSON.stringify(faults)}; ${answered} answers, ${refusedForNow} x 503, ${unanswered} without answer; ${taken} samples, ${missed} without PostgreSQL`,
  )
  expect(bank.tally.faults).toEqual([])
  expect(broken).toEqual([])
  expect(taken).toBeGreaterThan(0)
  const balances = await running
    .database()
    .rows<{ memberId: number; point: bigint }>('SELECT member_id, point FROM balances')
  const actual = new Map(balances.map(({ memberId, point }) => [memberId, Number(point)]))
  expect(workers.map(({ id }) => [id, actual.get(id)])).toEqual(workers.map(({ id, expected }) => [id, expected]))
  await expectBooksBalance(running.database())
})
