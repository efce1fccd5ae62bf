import { makeService } from '#lib/catalog/testing/services.ts'
import { type Db, db, oneRow } from '#lib/core/db.ts'
import { type SendOptions, sendOrders } from '../delivery/send-order.ts'
import { encryptProviderKey } from '../provider-key.ts'

type ProviderFields = { url: string; key: string; dialect?: 'FORM' | 'JSON'; maxInFlight?: number; perMinute?: number }

/**
 * Creates a provider at this address; its limits on concurrent requests and requests per minute are high unless given.
 * Returns its id.
 */
export async function makeProvider(fields: ProviderFields, handle: Db = db()): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    handle,
    `INSERT INTO providers (name, api_url, encrypted_key, dialect, max_in_flight, per_minute, currency)
     VALUES ('Stand-in', $1, $2, $3, $4, $5, 'KRW') RETURNING id`,
    [
      fields.url,
      encryptProviderKey(fields.key),
      fields.dialect ?? 'FORM',
      fields.maxInFlight ?? 64,
      fields.perMinute ?? 60_000_000,
    ],
  )
  return id
}

/**
 * Creates a service that these providers fulfil: the first one on its first route, the others on fallback routes.
 * Returns its id.
 */
export async function makeDeliveredService(
  providerIds: number[],
  handle: Db = db(),
  fields: Parameters<typeof makeService>[0] = {},
): Promise<number> {
  const serviceId = await makeService(fields, handle)
  const [first, ...others] = providerIds
  await handle.rows("UPDATE services SET provider_id = $2, provider_service_id = '1' WHERE id = $1", [serviceId, first])
  for (const [at, providerId] of others.entries())
    await handle.rows('INSERT INTO service_routes VALUES ($1, $2, $3, $4)', [
      serviceId,
      at + 1,
      providerId,
      String(at + 2),
    ])
  return serviceId
}

/**
 * Sends waiting orders and waits for the responses; sends to each provider at most as many orders as `sendOrders`
 * claims at once. Returns the number of orders sent.
 */
export async function sendWaitingOrders(options: SendOptions = {}): Promise<number> {
  const sends = await sendOrders(db(), { timeout: 5_000, ...options })
  await Promise.all(sends)
  return sends.length
}

/** State of an order's delivery, as tests check it. */
export type DeliveryOutcome = {
  status: number
  remains: number
  /** True if the order is sent or being sent. */
  sent: boolean
  /** Outcomes of the order's attempts, oldest first; null for a running attempt. */
  outcomes: (string | null)[]
  /** Kinds of the order's open tasks. */
  tasks: string[]
  /** Reasons and remarks in the order's timeline, oldest first. */
  notes: string[]
}

/** Reads and returns the state of an order's delivery. */
export const readDeliveryOutcome = (orderId: number, handle: Db = db()): Promise<DeliveryOutcome> =>
  oneRow(
    handle,
    `SELECT status, remains, sent_at IS NOT NULL AS sent,
       ARRAY(SELECT outcome FROM provider_attempts WHERE order_id = o.id ORDER BY id) AS outcomes,
       ARRAY(SELECT kind FROM tasks WHERE ref_type = 'order' AND ref_id = o.id AND resolved_at IS NULL ORDER BY id) AS tasks,
       ARRAY(SELECT reason FROM order_events WHERE order_id = o.id AND reason IS NOT NULL ORDER BY id) AS notes
     FROM orders o WHERE id = $1`,
    [orderId],
  )
