import { db, oneRow } from '#lib/core/db.ts'
import type { Shop } from './shop-calls.ts'
import { debtOf, type EntryKind, type Model } from './state.ts'

/** Facts that must be equal in the shop and in the model after each step. */
export type Facts = {
  members: { balance: number; debt: number; ledger: Partial<Record<EntryKind, number>> }[]
  orders: Record<
    string,
    { status: number; remains: number; refunded: number; price: number; startCount: number | null }
  >
  autos: Record<string, { status: number; completed: number; refunded: number; price: number }>
  requests: Record<string, { state: string; kind: string }>
  charges: Record<string, { status: number; reversed: boolean }>
  refunds: Record<string, { status: number; point: number; parts: number[] }>
  reward: { state: string; reward: number; paid: number; takenBack: number } | null
}

async function membersOf(ids: readonly number[]): Promise<Facts['members']> {
  const { members } = await oneRow<{ members: Facts['members'] }>(
    db(),
    `SELECT json_agg(json_build_object('balance', b.point,
        'debt', (SELECT coalesce(sum(amount - recovered - waived), 0) FROM debts d WHERE d.member_id = b.member_id),
        'ledger', (SELECT coalesce(json_object_agg(kind, total), '{}') FROM (
          SELECT kind, sum(delta) AS total FROM point_entries e WHERE e.member_id = b.member_id GROUP BY kind) AS k)
      ) ORDER BY array_position($1::int[], b.member_id)) AS members
     FROM balances b WHERE b.member_id = ANY ($1::int[])`,
    [ids],
  )
  return members
}

/**
 * Adds the runs that the worker has made to `shop.orders`. The key of a run consists of the key of its auto order and
 * the number of the run.
 */
async function nameRuns(shop: Shop): Promise<void> {
  const keys = new Map([...shop.autos].map(([key, id]) => [id, key]))
  const runs = await db().rows<{ id: number; autoOrderId: number; runNo: number }>(
    'SELECT id, auto_order_id, run_no FROM orders WHERE auto_order_id = ANY ($1::int[]) AND run_no > 1',
    [[...keys.keys()]],
  )
  for (const { id, autoOrderId, runNo } of runs) shop.orders.set(`${keys.get(autoOrderId)}.run${runNo}`, id)
}

async function byKey<T>(ids: Map<string, number>, sql: string): Promise<Record<string, T>> {
  if (ids.size === 0) return {}
  const keys = new Map([...ids].map(([key, id]) => [id, key]))
  const rows = await db().rows<{ id: number; fact: T }>(sql, [[...keys.keys()]])
  return Object.fromEntries(rows.map(({ id, fact }) => [keys.get(id) ?? '', fact]))
}

const ordersSql = `
  SELECT id, json_build_object('status', status, 'remains', remains, 'refunded', refunded, 'price', price,
    'startCount', start_count) AS fact FROM orders WHERE id = ANY ($1::int[])`
const autosSql = `
  SELECT id, json_build_object('status', status, 'completed', completed, 'refunded', refunded, 'price', price) AS fact
  FROM auto_orders WHERE id = ANY ($1::int[])`
const requestsSql = `
  SELECT id, json_build_object('state', state, 'kind', kind) AS fact FROM order_requests WHERE id = ANY ($1::int[])`
const chargesSql = `
  SELECT id, json_build_object('status', status, 'reversed', reversed_at IS NOT NULL) AS fact
  FROM charges WHERE id = ANY ($1::int[])`
const refundsSql = `
  SELECT id, json_build_object('status', status, 'point', point, 'parts', (SELECT json_agg(point ORDER BY point)
    FROM refund_request_charges p WHERE p.refund_id = r.id)) AS fact FROM refund_requests r WHERE id = ANY ($1::int[])`
const rewardSql = `
  SELECT (SELECT json_build_object('state', state, 'reward', reward, 'paid', coalesce(paid, 0), 'takenBack', taken_back)
    FROM referral_rewards WHERE member_id = ANY ($1::int[])) AS reward`

/** Reads the facts of the shop, which must equal the model's. */
export async function readShopFacts(shop: Shop): Promise<Facts> {
  await nameRuns(shop)
  const ids = shop.members.map(({ id }) => id)
  const charges = new Map([...shop.charges].map(([key, { id }]) => [key, id]))
  const all = await Promise.all([
    membersOf(ids),
    byKey<Facts['orders'][string]>(shop.orders, ordersSql),
    byKey<Facts['autos'][string]>(shop.autos, autosSql),
    byKey<Facts['requests'][string]>(shop.requests, requestsSql),
    byKey<Facts['charges'][string]>(charges, chargesSql),
    byKey<Facts['refunds'][string]>(shop.refunds, refundsSql),
    oneRow<{ reward: Facts['reward'] }>(db(), rewardSql, [ids]),
  ])
  const [members, orders, autos, requests, chargeFacts, refunds, { reward }] = all
  return { members, orders, autos, requests, charges: chargeFacts, refunds, reward }
}

const mapValues = <T, U>(all: Record<string, T>, of: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, of(value)]))

/** The same facts, taken from the model. */
export const readModelFacts = (model: Model): Facts => ({
  members: model.members.map((member) => {
    const ledger: Partial<Record<EntryKind, number>> = {}
    for (const { kind, delta } of member.entries) ledger[kind] = (ledger[kind] ?? 0) + delta
    return { balance: member.balance, debt: debtOf(member), ledger }
  }),
  orders: mapValues(model.orders, ({ status, remains, refunded, price, startCount }) => ({
    status,
    remains,
    refunded,
    price,
    startCount,
  })),
  autos: mapValues(model.autos, ({ status, completed, refunded, price }) => ({ status, completed, refunded, price })),
  requests: mapValues(model.requests, ({ state, kind }) => ({ state, kind })),
  charges: mapValues(model.charges, ({ status, reversed }) => ({ status, reversed })),
  refunds: mapValues(model.refunds, ({ status, point, parts }) => ({
    status,
    point,
    parts: parts.map(({ points }) => points).toSorted((a, b) => a - b),
  })),
  reward: model.reward && {
    state: model.reward.state,
    reward: model.reward.reward,
    paid: model.reward.paid,
    takenBack: model.reward.takenBack,
  },
})
