import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { db } from '#lib/core/db.ts'
import { newRequestId } from '#lib/core/request-id.ts'
import type { TestMember } from '#lib/members/testing/members.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import type { WebhookDeliveryState, WebhookEvent } from '#lib/webhooks/labels.ts'
import type { BulkSummary, ServicesSummary } from '#lib/webhooks/rules.ts'
import { setWebhook } from '#lib/webhooks/set-webhook.ts'

const HOUR_MS = 3_600_000
const badGatewayPage =
  '<html>\n<head><title>502 Bad Gateway</title></head>\n<body><center><h1>502 Bad Gateway</h1></center></body></html>'

/** A webhook delivery to insert. */
type SampleDelivery = {
  event: WebhookEvent
  state: WebhookDeliveryState
  /** In milliseconds. */
  duration: number
  attempts?: number
  httpStatus?: number
  fault?: string
  answer?: string
}

const deliveries: readonly SampleDelivery[] = [
  { event: 'webhook.test', state: 'DELIVERED', httpStatus: 200, duration: 84, answer: '{"ok":true}' },
  { event: 'order.refunded', state: 'FAILED', attempts: 8, httpStatus: 502, duration: 10_020, answer: badGatewayPage },
  { event: 'order.updated', state: 'FAILED', attempts: 8, fault: 'TIMED_OUT', duration: 10_000 },
  { event: 'order.updated', state: 'PENDING', attempts: 2, httpStatus: 500, duration: 312, answer: '' },
  { event: 'order.updated', state: 'DELIVERED', httpStatus: 204, duration: 41 },
  { event: 'bulk.completed', state: 'DELIVERED', httpStatus: 200, duration: 133, answer: 'ok' },
  { event: 'services.changed', state: 'DELIVERED', httpStatus: 200, duration: 97, answer: 'ok' },
]

const serviceTerms = { onSale: true, point: 8, min: 10, max: 10_000 }
const summaries: { 'bulk.completed': BulkSummary; 'services.changed': ServicesSummary } = {
  'bulk.completed': { bulkOrderId: 41, orderIds: [1, 2, 3], completed: 1, partial: 1, canceled: 1 },
  'services.changed': { services: [{ serviceId: 12, ...serviceTerms, before: { ...serviceTerms, point: 7.5 } }] },
}

/**
 * Sets a webhook whose URL no server answers, and inserts deliveries in all states. Waiting deliveries are due in a
 * month, so that none is sent during a test.
 */
async function makeDeliveries(memberId: number, orderIds: readonly number[]): Promise<void> {
  const url = 'https://hooks.marketing-agency-gangnam.example.com/v2/sns-orders/callback?token=4f1c2a9e7b'
  await setWebhook(db(), { memberId, url, enabled: true })
  for (const [at, each] of deliveries.entries()) {
    const { event, state, httpStatus = null, fault = null, attempts = 1, answer = null, duration } = each
    const aboutOrder = event === 'order.updated' || event === 'order.refunded'
    const tries = Array.from({ length: attempts }, (_, index) => ({
      at: new Date(Date.now() - (20 - index) * HOUR_MS).toISOString(),
      httpStatus,
      fault,
      duration,
    }))
    await db().rows(
      `INSERT INTO webhook_deliveries (member_id, event, order_id, status, remains, cause, amount, refunded,
         recovered, summary,
         state, attempts, http_status, fault, duration, answer, tries, created_at, next_try_at)
       VALUES ($1, $2, $3, $4, CASE $2 WHEN 'order.updated' THEN 0 END, $5, $6, $16, $17, $7, $8, $9, $10, $11, $12, $13, $14, now() - $15::int * interval '5 hours',
         now() + interval '30 days')`,
      [
        memberId,
        event,
        aboutOrder ? (orderIds[at] ?? null) : null,
        event === 'order.updated' ? orderStatus.COMPLETED : null,
        event === 'order.refunded' ? 'ORDER_REFUND' : null,
        event === 'order.refunded' ? 1_570_000 : null,
        event === 'bulk.completed' || event === 'services.changed' ? JSON.stringify(summaries[event]) : null,
        state,
        attempts,
        httpStatus,
        fault,
        duration,
        answer,
        JSON.stringify(tries),
        deliveries.length - at,
        aboutOrder ? 0 : null,
        event === 'order.refunded' ? 0 : null,
      ],
    )
  }
}

/** A call to insert into the request log. */
type SampleRequest = {
  call: string
  status: number
  /** In milliseconds. */
  duration: number
  amount?: number
  errorCode?: string
  error?: string
  /** Number of similar earlier calls that the log has left out. */
  omitted?: number
}

const requests: readonly SampleRequest[] = [
  { call: 'GET /services', status: 200, duration: 38 },
  { call: 'POST /order', status: 200, duration: 52, amount: 1_000 },
  {
    call: 'POST /order',
    status: 400,
    duration: 12,
    errorCode: 'INSUFFICIENT_POINTS',
    error: '포인트가 부족합니다. 충전 후 이용해주세요.',
    amount: 50_000,
  },
  { call: 'POST /orders', status: 200, duration: 1_840 },
  { call: 'POST /api/v2 refill_status', status: 404, duration: 6, errorCode: 'NOT_FOUND', error: 'Refill not found' },
  {
    call: 'POST /api/v2 add',
    status: 429,
    duration: 2,
    errorCode: 'TOO_MANY_REQUESTS',
    error: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요. (키 하나당 1분에 120번까지 보낼 수 있어요)',
    omitted: 1_284,
  },
  { call: 'GET /status/{id}', status: 200, duration: 9 },
]

/** Fills the request log with calls that were made with the member's first key. Some of the calls were refused. */
async function logRequests(memberId: number, orderIds: readonly number[]): Promise<void> {
  await issueApiKey(db(), memberId)
  for (const [at, request] of requests.entries()) {
    const { call, status, duration, amount = null, errorCode = null, error = null, omitted = 0 } = request
    const time = Date.now() - (requests.length - at) * HOUR_MS
    await db().rows(
      `INSERT INTO api_requests (id, member_id, key_id, call, failed, status, error_code, error, duration, address, amount,
         order_id, omitted, created_at)
       SELECT $2::uuid, $1, id, $3, $4, $5, $6, $7, $8, '2001:db8:85a3:8d3:1319:8a2e:370:7348', $9, $10, $11, $12
       FROM api_keys WHERE member_id = $1 AND is_first`,
      [
        memberId,
        newRequestId(time),
        call,
        error !== null,
        status,
        errorCode,
        error,
        duration,
        amount,
        call === 'POST /order' && error === null ? (orderIds[0] ?? null) : null,
        omitted,
        new Date(time),
      ],
    )
  }
}

/** Inserts change notices of each kind, on past days, about the services that the member ordered last. */
async function insertChangeNotices(memberId: number): Promise<void> {
  await db().rows(
    `INSERT INTO service_days (day, service_id, sold_before, sold_after, price_before, price_after, kind)
     SELECT (now() AT TIME ZONE 'Asia/Seoul')::date - 1 - (n / 3)::int, id, kind <> 'BACK', kind <> 'ENDED', before, unit_price, kind
     FROM (
       SELECT s.id, s.unit_price, n,
         (ARRAY['PRICE', 'ENDED', 'PRICE', 'BACK'])[1 + n % 4] AS kind,
         CASE WHEN n % 4 = 0 THEN s.unit_price * 5 / 4 ELSE s.unit_price * 4 / 5 END AS before
       FROM (SELECT service_id, (row_number() OVER (ORDER BY max(id)) - 1)::int AS n FROM orders WHERE member_id = $1
             GROUP BY service_id) o JOIN services s ON s.id = o.service_id
     ) AS changed
     ON CONFLICT DO NOTHING`,
    [memberId],
  )
}

/** Inserts requests about the member's orders in four states: open, sent, done and refused. */
async function makeRequests(memberId: number, orderIds: readonly number[]): Promise<void> {
  const orderRequests = [
    ['REFILL', 'SENT', null],
    ['REFILL', 'REFUSED', '보장 수량보다 줄지 않아 채울 것이 없어요. 다시 줄면 다시 요청해 주세요.'],
    ['CANCEL', 'ASKED', null],
    ['SPEED_UP', 'DONE', null],
  ] as const
  for (const [at, [kind, state, reason]] of orderRequests.entries())
    await db().rows(
      `INSERT INTO order_requests (order_id, member_id, kind, state, source, current_count, reason, sent_at, closed_at)
       VALUES ($1, $2, $3, $4, 'WEB', $5, $6, now(), CASE WHEN $4 IN ('DONE', 'REFUSED') THEN now() END)`,
      [orderIds[at + 1], memberId, kind, state, kind === 'REFILL' ? 912 : null, reason],
    )
}

/**
 * Inserts what a reseller's pages show: webhook deliveries, logged API calls, change notices, and requests about his
 * orders.
 */
export async function fillReseller({ id: memberId }: TestMember): Promise<void> {
  const rows = await db().rows<{ id: number }>('SELECT id FROM orders WHERE member_id = $1 ORDER BY id DESC', [
    memberId,
  ])
  const orderIds = rows.map(({ id }) => id)
  await makeDeliveries(memberId, orderIds)
  await logRequests(memberId, orderIds)
  await insertChangeNotices(memberId)
  await makeRequests(memberId, orderIds)
}
