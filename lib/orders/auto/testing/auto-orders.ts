import { makeService } from '#lib/catalog/testing/services.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { orderRequest } from '../../testing/orders.ts'
import { placeAutoOrder } from '../place-auto-order.ts'

type AutoOrderOptions = { memberId: number; serviceId?: number; amount?: number; runs?: number; interval?: number }

/** `orderId`: id of the order that was placed as the first run. */
export type TestAutoOrder = { id: number; orderId: number; serviceId: number }

/** Places an auto order, which makes its first run. Default: three runs of one unit, an hour apart. */
export async function makeAutoOrder({
  amount = 1,
  runs = 3,
  interval = 60,
  ...options
}: AutoOrderOptions): Promise<TestAutoOrder> {
  const serviceId = options.serviceId ?? (await makeService({ enableAuto: true }))
  const request = orderRequest({ memberId: options.memberId, serviceId, amount, runs, interval })
  const { orderId, autoOrderId = 0 } = await placeAutoOrder(db(), request)
  return { id: autoOrderId, orderId, serviceId }
}

const shiftTimes = `
  WITH runs AS (UPDATE orders SET created_at = created_at - $1::interval WHERE auto_order_id IS NOT NULL),
    aged_debts AS (UPDATE debts SET created_at = created_at - $1::interval, notified_at = notified_at - $1::interval)
  UPDATE auto_orders SET created_at = created_at - $1::interval, next_run_at = next_run_at - $1::interval,
    held_at = held_at - $1::interval`

/**
 * Simulates the passing of time: moves the stored times of all auto orders and debts by `span` into the past; a
 * negative span moves them into the future. Locks the tables, because otherwise only some of the times of a concurrent
 * run would be moved.
 */
export async function passTime(span: string): Promise<void> {
  await ownerDatabase().transaction(async (tx) => {
    await tx.rows('LOCK TABLE auto_orders, orders IN SHARE ROW EXCLUSIVE MODE')
    await tx.rows(shiftTimes, [span])
  })
}

/** Reads a stored auto order; `minutesToNext` is the time until its next run. */
export const readAutoOrder = (id: number) =>
  oneRow<{ status: number; completed: number; refunded: bigint; held: boolean; minutesToNext: number | null }>(
    db(),
    `SELECT status, completed, refunded, held_at IS NOT NULL AS held,
       round(extract(epoch FROM next_run_at - now()) / 60)::int AS minutes_to_next
     FROM auto_orders WHERE id = $1`,
    [id],
  )

/** Runs of an auto order: run number, price, and minutes from the creation of the auto order to the run. */
export const readRunsOfAutoOrder = (id: number) =>
  db().rows<{ runNo: number; price: bigint; minute: number }>(
    `SELECT o.run_no, o.price, round(extract(epoch FROM o.created_at - a.created_at) / 60)::int AS minute
     FROM orders o JOIN auto_orders a ON a.id = o.auto_order_id WHERE a.id = $1 ORDER BY o.run_no`,
    [id],
  )
