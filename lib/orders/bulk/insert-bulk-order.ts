import sql, { raw, type Sql } from 'sql-template-tag'
import { capLeftSql, countInCapSql } from '#lib/api-keys/daily-cap.ts'
import { actorText, memberActor } from '#lib/audit/actor.ts'
import type { Idempotency } from '#lib/core/call.ts'
import { type Db, isViolationOf } from '#lib/core/db.ts'
import { priceRevisionSql } from '#lib/prices/queries.ts'
import { OPEN_ORDER_PER_LINK_INDEX } from '../active-order.ts'
import { orderStatus } from '../labels.ts'
import type { CheckedBulkRow } from './check-rows.ts'
import type { ExpectedFit } from './taken-links.ts'

/**
 * Checked rows of a bulk call, and who pays for them: the member, and the API key whose daily cap they count towards
 * (null on the website). A row fits if the balance and the cap cover it.
 */
export type RowsAndPayer = { memberId: number; apiKeyId: number | null; rows: readonly CheckedBulkRow[] }

/** Orders to place in one call. */
export type NewBulkOrder = RowsAndPayer & {
  source: 'WEB' | 'API'
  /** Name of the call that the idempotency key belongs to. */
  call: string
  idempotency: Idempotency | null
  /** True: all rows are placed or none. */
  atomic: boolean
  /**
   * Rows that earlier checks refused. They are stored with the outcome, so that the response to a repeated call has
   * them too.
   */
  refused: readonly StoredRowRefusal[]
  /** Rows that share their link with other rows, and whether they were expected to fit when the links were checked. */
  expectedFits: readonly ExpectedFit[]
}

/** A refused row as it is stored with the outcome. */
export type StoredRowRefusal = [index: number, code: string, message: string]

/**
 * Outcome of a bulk call, as it is stored with the idempotency key. `point` is the sum debited, in hundredths of a
 * point.
 */
export type StoredBulkOutcome = {
  orders: [index: number, orderId: number][]
  /** Indexes of the rows that the balance didn't cover (`short`), and of those above the key's daily cap (`capped`). */
  short: number[]
  capped: number[]
  refused: StoredRowRefusal[]
  point: number
}

/** SQL clauses that lock the balance and the cap (`balance`) and the API key (`key`); '' doesn't lock. */
type Locks = { balance: string; key: string }

const lockClauses: Locks = { balance: 'FOR UPDATE', key: 'FOR KEY SHARE' }
const noLocks: Locks = { balance: '', key: '' }

// SQL that computes which rows fit: those that the member's balance and the rest of the API key's daily cap cover.
// Takes the rows in the sequence of the call, as if they were placed one by one. A row that doesn't fit takes nothing,
// so later rows may still fit (docs/contract.md#bulk-orders). Selects no row if a service or the member's prices
// changed since they were read, the idempotency key was used (`used`), or the API key was ended or frozen. Locks
// balance, API key and cap in this sequence, like lib/orders/insert-orders.ts.
const rowFitSql = ({ memberId, apiKeyId, rows }: RowsAndPayer, used: Sql, locks: Locks): Sql => sql`
  asked AS (
    SELECT * FROM unnest(${rows.map(({ index }) => index)}::int[], ${rows.map(({ service }) => service.id)}::int[],
        ${rows.map(({ service }) => service.revision)}::int[], ${rows.map(({ price }) => price)}::bigint[]) WITH ORDINALITY
      AS a (row_index, service_id, revision, price, n)
  ), locked AS (
    SELECT point FROM balances WHERE member_id = ${memberId} AND NOT ${used}
      AND NOT EXISTS (SELECT FROM (SELECT DISTINCT service_id, revision FROM asked) AS a
        WHERE NOT EXISTS (SELECT FROM services s WHERE s.id = a.service_id AND s.revision = a.revision))
      AND ${raw(priceRevisionSql('balances.member_id'))} = ${rows[0]?.service.priceRevision ?? ''}
    ${raw(locks.balance)}
  ), api_key AS (
    SELECT id FROM api_keys WHERE id = ${apiKeyId} AND frozen_at IS NULL AND NOT is_test AND EXISTS (SELECT FROM locked)
    ${raw(locks.key)}
  ), cap AS (
    SELECT ${raw(capLeftSql)} AS left_today FROM api_key_caps WHERE key_id IN (SELECT id FROM api_key) ${raw(locks.balance)}
  ), money AS (
    SELECT left_today, least(point, left_today)::bigint AS spendable FROM locked LEFT JOIN cap ON true
    WHERE (${apiKeyId}::int IS NOT NULL) = EXISTS (SELECT FROM api_key)
  ), totalled AS (
    SELECT asked.*, left_today, spendable, sum_within(price, spendable) OVER (ORDER BY n) AS running FROM asked, money
  ), counted_before AS (
    SELECT *, lag(running, 1, 0::bigint) OVER (ORDER BY n) AS before FROM totalled
  ), row_fits AS (
    SELECT *, price <= spendable - before AS fits, coalesce(price > left_today - before, false) AS over_cap FROM counted_before
  )`

/** `used` of `rowFitSql` for a dry run, which has no idempotency key. */
const neverUsed = sql`false`

// SQL that places the rows that fit: one debit and one ledger entry for all of them, and an order with its event for
// each. With `atomic`, all rows have to fit. If no row is placed, nothing is written. If the fit of a row of
// `expectedFits` isn't as expected, nothing is written and no row is selected. The new balance is computed from the row
// in `locked`, as in lib/orders/insert-orders.ts.
function placeStatement(bulk: NewBulkOrder): Sql {
  const { memberId, apiKeyId, rows, call, source, atomic, refused, expectedFits } = bulk
  const { key = null, bodyHash = null } = bulk.idempotency ?? {}
  const actor = actorText(memberActor(memberId))
  const used = sql`EXISTS (SELECT FROM idempotency_keys WHERE member_id = ${memberId} AND call = ${call} AND key = ${key})`
  return sql`
  WITH ${rowFitSql(bulk, used, lockClauses)}, details AS (
    SELECT * FROM unnest(${rows.map(({ service }) => service.unitPrice)}::bigint[], ${rows.map(({ input }) => input.link)}::text[],
        ${rows.map((row) => row.cleanLink)}::text[],
        ${rows.map(({ input }) => input.amount)}::int[], ${rows.map(({ service }) => service.type)}::text[],
        ${rows.map(({ input }) => input.details && JSON.stringify(input.details))}::text[]) WITH ORDINALITY
      AS d (unit_price, link, clean_link, amount, service_type, details, n)
  ), expected AS (
    SELECT NOT EXISTS (
      SELECT FROM row_fits JOIN unnest(${expectedFits.map(({ index }) => index)}::int[], ${expectedFits.map(({ fits }) => fits)}::boolean[])
        AS e (row_index, fits) USING (row_index) WHERE row_fits.fits <> e.fits
    ) AS is_met
  ), taken AS (
    SELECT row_index, n, price, service_id, nextval('shop_order_id_seq')::int AS id FROM row_fits
    WHERE fits AND (SELECT is_met FROM expected) AND (NOT ${atomic}::boolean OR (SELECT bool_and(fits) FROM row_fits))
  ), bulk AS (
    SELECT nextval('bulk_order_id_seq')::int AS id, sum(price)::bigint AS total FROM taken HAVING count(*) > 0
  ), debit AS (
    UPDATE balances SET point = locked.point - bulk.total FROM bulk, locked WHERE member_id = ${memberId} RETURNING balances.point
  ), counted AS (
    UPDATE api_key_caps SET ${raw(countInCapSql('bulk.total'))} FROM bulk WHERE key_id = ${apiKeyId}
  ), placed AS (
    INSERT INTO orders (id, member_id, service_id, unit_price, price, link, clean_link, amount, remains, source, service_type,
      details, bulk_order_id)
    SELECT taken.id, ${memberId}::int, service_id, unit_price, price, link, clean_link, amount, amount, ${source}::text, service_type,
      details::jsonb, bulk.id
    FROM bulk, taken JOIN details USING (n) ORDER BY n
  ), event AS (
    INSERT INTO order_events (order_id, to_status, actor, remains)
    SELECT id, ${raw(String(orderStatus.PENDING))}, ${actor}::text, amount FROM taken JOIN details USING (n) ORDER BY n
  ), entry AS (
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
    SELECT ${memberId}::int, 'BULK_ORDER', -total, debit.point, 'bulk-order', id, ${actor}::text FROM bulk, debit
  ), outcome AS (
    SELECT jsonb_build_object(
      'orders', coalesce((SELECT jsonb_agg(jsonb_build_array(row_index, id) ORDER BY n) FROM taken), '[]'),
      'short', coalesce((SELECT jsonb_agg(row_index ORDER BY n) FROM row_fits WHERE NOT fits AND NOT over_cap), '[]'),
      'capped', coalesce((SELECT jsonb_agg(row_index ORDER BY n) FROM row_fits WHERE NOT fits AND over_cap), '[]'),
      'refused', ${JSON.stringify(refused)}::jsonb, 'point', coalesce((SELECT total FROM bulk), 0)) AS answer
    FROM money
  ), remembered AS (
    INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer)
    SELECT ${memberId}::int, ${call}::text, ${key}::text, ${bodyHash}::bytea, answer FROM outcome, bulk WHERE ${key}::text IS NOT NULL
  )
  SELECT answer FROM outcome, expected WHERE is_met`
}

/**
 * Places the rows that balance and daily cap cover. Returns the outcome of all rows. Returns null if something changed
 * since they were checked: a service or the member's prices, the API key was ended or frozen, the idempotency key was
 * used, a link has an open order now, or the fit of a row of `expectedFits` isn't as expected.
 */
export async function insertBulkOrder(db: Db, bulk: NewBulkOrder): Promise<StoredBulkOutcome | null> {
  try {
    const [row] = await db.rows<{ answer: StoredBulkOutcome }>(placeStatement(bulk))
    return row?.answer ?? null
  } catch (error) {
    // The idempotency key was stored concurrently, or a service with `oneOrderPerLink` has another open order on a
    // row's link.
    if (isViolationOf(error, 'idempotency_keys_pkey') || isViolationOf(error, OPEN_ORDER_PER_LINK_INDEX)) return null
    throw error
  }
}

/** Whether a row fits: balance and daily cap cover it. `overCap`: it doesn't fit because of the daily cap. */
export type BulkRowFit = { index: number; fits: boolean; overCap: boolean }

/**
 * Computes for each row whether `insertBulkOrder` would place it. Reads only and locks nothing. Returns [] if a service
 * or the member's prices changed since they were read, or the API key was ended or frozen.
 */
export const checkFit = (db: Db, wanted: RowsAndPayer): Promise<BulkRowFit[]> =>
  db.rows<BulkRowFit>(
    sql`WITH ${rowFitSql(wanted, neverUsed, noLocks)} SELECT row_index AS index, fits, over_cap FROM row_fits ORDER BY n`,
  )
