import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { checkConnectionCall } from '#lib/connections/checks/calls.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { matchDeposits } from '../match-by-staff.ts'
import { matchWaitingDeposits } from '../match-deposit.ts'
import { depositForStaff } from '../queries/one-deposit.ts'
import { sourceWebhookCall, switchCreditingCall } from './calls.ts'
import { sourcesForStaff } from './queries.ts'
import { syncRegistrations } from './sync-registrations.ts'
import {
  connectSource,
  depositsOf,
  makeSourceWorkDue,
  runWorkerOnce,
  runWorkerRounds,
  sendWebhook,
} from './testing/connected-shop.ts'
import { payactionValues, startPayactionStandIn } from './testing/payaction-stand-in.ts'
import {
  countReports,
  endUnfinishedWork,
  expectCredited,
  expectNotCredited,
  newCharge,
  payCharges,
  registerCharges,
} from './testing/source-suite.ts'
import type { StandIn } from './testing/stand-in.ts'

// Attacks by members, staff and a deposit source itself on deposit sources. None of them may credit a charge.

const kind = 'payaction'
const allowed = env().ALLOW_PRIVATE_PROVIDERS
let standIn: StandIn
/** Stand-in for a deposit source that doesn't answer questions about its webhooks. */
let silentStandIn: StandIn

beforeAll(async () => {
  silentStandIn = await startPayactionStandIn({ answersQuestions: false })
})
beforeEach(async () => {
  standIn = await startPayactionStandIn()
  await connectSource(standIn)
})
afterEach(async () => {
  Object.assign(env(), { ALLOW_PRIVATE_PROVIDERS: allowed })
  await standIn.stop()
  await endUnfinishedWork(kind)
  await expectBooksBalance()
})
afterAll(() => silentStandIn.stop())

const orderNumberOf = async (chargeId: number) =>
  (
    await oneRow<{ orderNumber: string }>(db(), 'SELECT order_number FROM source_registrations WHERE charge_id = $1', [
      chargeId,
    ])
  ).orderNumber

/**
 * Present time in Seoul as PayAction writes it. A fixed time would one day be earlier than the charges of the tests.
 */
const seoulNow = () => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const webhookAbout = (order_number: string, more: object = {}) => ({
  headers: {
    'content-type': 'application/json',
    'x-webhook-key': payactionValues.webhookKey,
    'x-mall-id': payactionValues.mallId,
  },
  body: JSON.stringify({ order_number, order_status: '매칭완료', processing_date: seoulNow(), ...more }),
})

test('a member guesses the key until he is stopped: nothing of it is stored', async () => {
  const charge = await newCharge()
  await registerCharges(standIn, [charge])
  const { body } = webhookAbout(await orderNumberOf(charge.id))
  const statuses = new Set<number>()
  for (let guess = 0; guess < 5_000 && !statuses.has(429); guess++) {
    const headers = { 'x-webhook-key': `guess-${guess}`, 'x-mall-id': payactionValues.mallId }
    const path = '/hooks/sources/payaction'
    statuses.add((await send(sourceWebhookCall, { path, headers, raw: body, address: '203.0.113.200' })).status)
  }
  expect([...statuses]).toEqual([401, 429])
  expect(await countReports(kind)).toBe(0)
  await runWorkerRounds(standIn, 3)
  await expectNotCredited([charge])
})

test('a member who knows key and number of his order is believed nothing that the service denies', async () => {
  const charge = await newCharge()
  await registerCharges(standIn, [charge])
  const more = { order_amount: 9_000_000, amount: 9_000_000, billing_name: charge.name }
  expect((await sendWebhook(kind, webhookAbout(await orderNumberOf(charge.id), more))).status).toBe(200)
  await runWorkerRounds(standIn, 8)
  await matchWaitingDeposits(db())
  await expectNotCredited([charge])
  expect(await depositsOf(kind)).not.toContainEqual(expect.objectContaining({ name: charge.name }))
})

test('where the service cannot be asked, his webhook is a suggestion only, also of a source that credits', async () => {
  await connectSource(silentStandIn)
  const charge = await newCharge()
  await registerCharges(silentStandIn, [charge])
  await sendWebhook(kind, webhookAbout(await orderNumberOf(charge.id)))
  await runWorkerRounds(silentStandIn, 4)
  await matchWaitingDeposits(db())
  await expectNotCredited([charge])
  const stored = (await depositsOf(kind)).find(({ name }) => name === charge.name)
  expect(stored).toMatchObject({ status: 'WAITING', isProved: false })
  expect(await depositForStaff(db(), stored?.id ?? 0)).toMatchObject({ reason: 'SOURCE' })
  // This suggestion proves nothing about the source, even if staff accept it.
  const staff = staffOf(await makeMember({ role: 'OWNER' }), 'OWNER')
  await matchDeposits(db(), staff, { way: 'MATCH', depositIds: [stored?.id ?? 0], chargeIds: [charge.id] })
  expect((await sourcesForStaff(db())).find((each) => each.kind === kind)?.right).toBe(0)
})

test('who knows the key sends webhooks about a thousand orders that nobody registered: none is stored', async () => {
  const before = await countReports(kind)
  for (let at = 0; at < 1_000; at++)
    expect((await sendWebhook(kind, webhookAbout(`NOBODYREGISTERED${at}`))).status).toBe(200)
  expect(await countReports(kind)).toBe(before)
})

test('who repeats a right webhook a hundred times makes one row and no more questions', async () => {
  const charge = await newCharge()
  await payCharges(standIn, [charge])
  await runWorkerRounds(standIn, 2)
  const [asked, before] = [standIn.requests.length, await countReports(kind)]
  const webhook = webhookAbout(await orderNumberOf(charge.id), { padding: 'x'.repeat(15_000) })
  for (let at = 0; at < 100; at++) await sendWebhook(kind, webhook)
  await runWorkerRounds(standIn, 2)
  expect(await countReports(kind)).toBe(before)
  expect(standIn.requests).toHaveLength(asked)
  const rows = await db().rows<{ size: number }>('SELECT pg_column_size(content) AS size FROM source_reports')
  for (const { size } of rows) expect(size).toBeLessThan(500)
  await expectCredited([charge])
})

test('a service that says a larger sum than was registered credits nothing by itself', async () => {
  const charge = await newCharge(10_000)
  await registerCharges(standIn, [charge])
  standIn.misreport?.(charge, { amount: 10_000_000 })
  standIn.transfer(charge)
  await runWorkerRounds(standIn, 4)
  await matchWaitingDeposits(db())
  await expectNotCredited([charge])
  expect((await depositsOf(kind)).find(({ name }) => name === charge.name)).toMatchObject({
    isProved: false,
    status: 'WAITING',
  })
})

test('a service that says of a small deposit that it is an accomplice’s large one is only a suggestion', async () => {
  const [small, large] = [await newCharge(1_000), await newCharge(900_000)]
  await registerCharges(standIn, [small, large])
  standIn.misreport?.(small, { amount: large.amount, name: large.name })
  standIn.transfer(small)
  await runWorkerRounds(standIn, 4)
  await matchWaitingDeposits(db())
  await expectNotCredited([small, large])
})

test('a service that later says another sum of a credited deposit changes nothing, and staff see it', async () => {
  const charge = await newCharge()
  await payCharges(standIn, [charge])
  standIn.misreport?.(charge, { amount: 5_000_000 })
  await db().rows("UPDATE source_reports SET state = 'WAITING', attempts = 0")
  await db().rows("UPDATE source_registrations SET state = 'REGISTERED', next_try_at = now()")
  await runWorkerRounds(standIn, 3)
  await expectCredited([charge])
  const tasks = await db().rows("SELECT FROM tasks WHERE kind = 'DEPOSIT_DIFFERS' AND resolved_at IS NULL")
  expect(tasks).toHaveLength(1)
})

test('SUPPORT and MANAGER cannot let a source credit, and SUPPORT cannot have one called', async () => {
  await db().rows('UPDATE connections SET credits_since = NULL, credits_by = NULL')
  for (const role of ['SUPPORT', 'MANAGER'] as const) {
    const by = await signedIn({ role })
    const headers = { ...by.headers, ...(await reauthHeaders(by)) }
    const path = `/api/admin/deposit-sources/${kind}/crediting`
    expect((await send(switchCreditingCall, { path, headers, body: { on: true } })).status).toBe(403)
  }
  const { headers } = await signedIn({ role: 'SUPPORT' })
  const path = `/api/admin/connections/${kind}/check`
  expect((await send(checkConnectionCall, { path, headers })).status).toBe(403)
  expect(standIn.requests).toEqual([])
})

test('an address inside that was stored while it was allowed is not called once it is not', async () => {
  const charge = await newCharge()
  Object.assign(env(), { ALLOW_PRIVATE_PROVIDERS: false })
  await makeSourceWorkDue()
  await syncRegistrations(db())
  await runWorkerOnce()
  expect(standIn.requests).toEqual([])
  expect(await oneRow(db(), 'SELECT error FROM connections')).toEqual({
    error: '페이액션의 주소가 허용되지 않아요. 다른 주소를 비워 주세요.',
  })
  await expectNotCredited([charge])
})
