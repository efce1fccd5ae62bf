import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import type { Database } from '#lib/core/db.ts'
import { openSession } from '#lib/sessions/open-session.ts'

export type Buyer = { memberId: number; key: string; token: string }

/**
 * Creates a member with more points than any run can spend. They are credited through the ledger, so that the books
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
