import type { OrderDetails } from '#lib/catalog/order-details.ts'
import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { needsFillUp, SANDBOX_POINTS, type SimulatedOrder, type SimulatedState, simulatedState } from './rules.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/**
 * SQL for the balance of row `b` of sandboxes at the time `nowSql`: 100,000 points (SANDBOX_POINTS) less the prices of
 * its orders, plus their refunds up to that time. Leaves out orders placed before the last reset or fill-up. A visitor
 * with the public test key can't reset his sandbox; his orders are left out after an hour.
 */
export const sandboxBalanceSql = (nowSql: string): string => `
  ${SANDBOX_POINTS} - (
    SELECT coalesce(sum(o.price - o.cancel_refund - CASE WHEN o.ends_at <= ${nowSql} THEN o.end_refund ELSE 0 END), 0)
    FROM sandbox_orders o
    WHERE o.sandbox_id = b.id AND o.id > b.counted_after
      AND (b.member_id IS NOT NULL OR o.created_at > ${nowSql} - interval '1 hour')
  )::bigint`

/** Balance of the owner's sandbox at the time `now`; 100,000 points (SANDBOX_POINTS) if there is no sandbox yet. */
export async function sandboxBalance(db: Db, { memberId, visitor }: SandboxOwner, now: Date): Promise<Points> {
  const [row] = await db.rows<{ point: Points }>(
    `SELECT (${sandboxBalanceSql('$3::timestamptz')})::bigint AS point FROM sandboxes b WHERE b.member_id = $1 OR b.visitor = $2`,
    [memberId, visitor, now],
  )
  return row?.point ?? SANDBOX_POINTS
}

/**
 * Balance available for orders that cost `price` together. If a visitor's balance is filled up before these orders are
 * placed (`needsFillUp`), this is the filled-up balance.
 */
export async function sandboxBalanceFor(db: Db, owner: SandboxOwner, price: Points, now: Date): Promise<Points> {
  const point = await sandboxBalance(db, owner, now)
  return owner.visitor !== null && needsFillUp(price, point) ? SANDBOX_POINTS : point
}

/** A simulated order as it is stored. `subscription`: details of a subscription, null for any other order. */
export type StoredSimulatedOrder = SimulatedOrder & { id: number; subscription: OrderDetails | null }

/** SELECT list of a `StoredSimulatedOrder`; `o` is sandbox_orders. */
export const simulatedOrderColumns =
  'o.id, o.amount, o.runs, o.price, o.outcome, o.created_at, o.canceled_at, o.subscription'

/**
 * State of a simulated order. `charge`: price less refunds. `subscription`: for a subscription, its posts and last day.
 */
export type SimulatedProgress = SimulatedState & { charge: Points; isAuto: boolean; subscription: OrderDetails | null }

/**
 * Simulated orders with these ids, in their state at the time `now`, by id. A test key sees those of its member, the
 * public test key those of all visitors (docs/contract.md#sandbox).
 */
export async function simulatedOrdersById(
  db: Db,
  { memberId }: SandboxOwner,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, SimulatedProgress>> {
  const rows = await db.rows<StoredSimulatedOrder>(
    `SELECT ${simulatedOrderColumns} FROM sandbox_orders o JOIN sandboxes b ON b.id = o.sandbox_id
     WHERE o.id = ANY ($1::int[]) AND b.member_id IS NOT DISTINCT FROM $2`,
    [ids, memberId],
  )
  return new Map(
    rows.map((row) => {
      const state = simulatedState(row, row.id, now)
      const { id, price, runs, subscription } = row
      return [id, { ...state, charge: price - state.refunded, isAuto: runs > 1, subscription }]
    }),
  )
}
