import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { priceOf } from '#lib/money/prices.ts'
import { openSession } from '#lib/sessions/open-session.ts'

/** A member with points to order with. `key`: his API key; `token`: that of his session. */
export type Buyer = { memberId: number; key: string; token: string }

/**
 * Creates a member with more points than any run can spend. The points are also in the ledger, so that the books
 * balance.
 */
export async function makeBuyer(db: Database, name: string): Promise<Buyer> {
  const [row] = await db.rows<{ id: number }>(
    `WITH member AS (INSERT INTO members (login_id) VALUES ($1) RETURNING id),
     balance AS (INSERT INTO balances (member_id, point) SELECT id, 1000000000000 FROM member),
     entry AS (INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
       SELECT id, 'ADJUSTMENT', 1000000000000, 1000000000000, 'bench', id, 'bench' FROM member)
     SELECT id FROM member`,
    [name],
  )
  if (!row) throw new Error('no buyer was made')
  const { token } = await openSession(db, { memberId: row.id, role: 'MEMBER', device: 'bench' })
  return { memberId: row.id, key: await issueApiKey(db, row.id), token }
}

/**
 * Creates `count` buyers with consecutive ids. Their names contain the time, because a reused database still has the
 * buyers of earlier runs.
 */
export async function makeBuyers(db: Database, count: number): Promise<Buyer[]> {
  const run = Date.now().toString(36)
  const buyers: Buyer[] = []
  for (let at = 0; at < count; at++) buyers.push(await makeBuyer(db, `bench_${run}_${at}`))
  return buyers
}

/** The cheapest service of which `amount` units can be ordered. */
export const findCheapestService = (db: Database, amount: number) =>
  oneRow<{ id: number; revision: number; unitPrice: bigint }>(
    db,
    `SELECT id, revision, unit_price FROM services
     WHERE NOT is_read_only AND min <= $1 AND max >= $1 ORDER BY unit_price, id LIMIT 1`,
    [amount],
  )

/** Variables for a pgbench script that places orders of one service, each for a buyer chosen at random. */
export function pgbenchVariables(
  buyers: Buyer[],
  service: { id: number; revision: number; unitPrice: bigint },
  amount: number,
): Record<string, bigint | number> {
  const first = buyers[0]?.memberId ?? 1
  return {
    first,
    last: first + buyers.length - 1,
    service: service.id,
    revision: service.revision,
    unit: service.unitPrice,
    price: priceOf(service.unitPrice, amount),
  }
}
