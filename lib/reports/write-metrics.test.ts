import { expect, test } from 'vitest'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { makeOrder } from '#lib/orders/testing/orders.ts'
import { makeDeliveredService, makeProvider } from '#lib/providers/testing/providers.ts'
import { send } from '#lib/web/testing/caller.ts'
import { metricsCall } from './calls.ts'

const tokenHeader = { authorization: `Bearer ${process.env.METRICS_TOKEN}` }
const readMetrics = async () => String((await send(metricsCall, { headers: tokenHeader, address: '203.0.113.9' })).body)

const metricValue = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )

test('what waits is counted, and every line is one that Prometheus reads', async () => {
  await makeCharge({ memberId: (await makeMember()).id })
  await db().rows("SELECT graphile_worker.add_job('expire-charges', run_at := now() - interval '90 seconds')")
  const text = await readMetrics()
  expect(metricValue(text, 'shop_charges_pending')).toBe(1)
  expect(metricValue(text, 'shop_database_up')).toBe(1)
  expect(metricValue(text, 'shop_worker_lag_seconds')).toBeGreaterThanOrEqual(90)
  expect(text).toContain('shop_jobs_waiting{task="expire-charges"} 1')
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) shop_[a-z_]+ .+|shop_[a-z_]+(\{[a-z]+="[\w-]+"\})? -?[\d.e+-]+)$/)
})

test('a worker that stands still is late although it leaves no job behind: scheduled jobs are queued by it alone', async () => {
  const lag = async () => metricValue(await readMetrics(), 'shop_worker_lag_seconds')
  await db().rows('SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs))')
  expect(await lag()).toBe(0)
  const setLastRun = (age: string) =>
    ownerDatabase().rows(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ('expire-charges', now() - interval '30 days', now() - $1::interval)
       ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`,
      [age],
    )
  await setLastRun('50 seconds')
  expect(await lag()).toBe(0)
  await setLastRun('10 minutes')
  expect(await lag()).toBeCloseTo(540, -1)
})

test('an order waits from the moment on at which it may be sent, however long members may take orders back', async () => {
  const wait = async () => metricValue(await readMetrics(), 'shop_order_wait_seconds')
  expect(await wait()).toBe(0)
  const serviceId = await makeDeliveredService([await makeProvider({ url: 'http://127.0.0.1:1/', key: 'k' })])
  const orderId = await makeOrder({ memberId: (await makeMember({ points: 1_000 })).id, serviceId, amount: 1 })
  await db().rows("UPDATE orders SET created_at = now() - interval '40 minutes' WHERE id = $1", [orderId])
  const { SEND_DELAY_SECONDS } = env()
  try {
    env().SEND_DELAY_SECONDS = 3_600
    expect(await wait()).toBe(0)
    env().SEND_DELAY_SECONDS = 600
    expect(await wait()).toBeCloseTo(1_800, -1)
  } finally {
    env().SEND_DELAY_SECONDS = SEND_DELAY_SECONDS
  }
})

test.each([
  ['nothing', {}, '127.0.0.1'],
  ['another token', { authorization: 'Bearer of-another-shop-altogether' }, '127.0.0.1'],
  ['an empty token', { authorization: 'Bearer ' }, '::1'],
])('with a token set, %s opens nothing: 404', async (_, headers, address) => {
  expect((await send(metricsCall, { headers, address })).status).toBe(404)
})

test('without a token this machine reads them, and nobody through a proxy on it', async () => {
  const { METRICS_TOKEN } = env()
  env().METRICS_TOKEN = undefined
  try {
    const statusOf = async (address: string, headers = {}) => (await send(metricsCall, { address, headers })).status
    expect([await statusOf('127.0.0.1'), await statusOf('::1'), await statusOf('::ffff:127.0.0.1')]).toEqual([
      200, 200, 200,
    ])
    expect([await statusOf('10.0.0.1'), await statusOf('203.0.113.9'), await statusOf('')]).toEqual([404, 404, 404])
    expect(await statusOf('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(200)
    for (const way of ['203.0.113.9', '127.0.0.1, 203.0.113.9', 'unknown'])
      expect(await statusOf('127.0.0.1', { 'x-forwarded-for': way })).toBe(404)
  } finally {
    env().METRICS_TOKEN = METRICS_TOKEN
  }
})
