import type { QueryResultRow } from 'pg'
import { inject } from 'vitest'
import type { Person } from './app.ts'
import { queryShopRows } from './shop-rows.ts'

/** Runs a statement on the database of the shop that the journeys share. Returns its rows. */
export const runSql = <T extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<T[]> =>
  queryShopRows<T>(inject('shop').databaseUrl, sql, values)

/** Id of the first service that isn't withdrawn and meets an SQL condition on services `s` and categories `c`. */
export async function findServiceIdWhere(condition: string): Promise<number> {
  const [service] = await runSql<{ id: number }>(
    `SELECT s.id FROM services s JOIN categories c ON c.id = s.category_id WHERE s.withdrawn_at IS NULL AND ${condition} ORDER BY s.id LIMIT 1`,
  )
  if (!service) throw new Error(`The seed has no service where ${condition}`)
  return service.id
}

/** Adds points (won) to a member's balance, with the ledger entry of an adjustment. */
export async function givePoints({ id }: Person, points: number): Promise<void> {
  await runSql(
    `WITH member AS (SELECT id FROM members WHERE login_id = $1), credit AS (
       UPDATE balances SET point = point + $2::bigint FROM member WHERE member_id = member.id RETURNING member_id, point)
     INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, reason)
     SELECT member_id, 'ADJUSTMENT', $2::bigint, point, 'adjustment', nextval('shop_order_id_seq'), 'system', 'e2e' FROM credit`,
    [id, points * 100],
  )
}
