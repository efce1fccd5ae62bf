import { hash } from 'bcryptjs'
import type { Client } from 'pg'

const accounts = [
  { loginId: 'owner', password: 'owner-demo-1234', email: 'owner@example.com', role: 'OWNER', point: 0n },
  // `point` is in hundredths: 100,000 P.
  { loginId: 'member', password: 'member-demo-1234', email: 'member@example.com', role: 'MEMBER', point: 10_000_000n },
]

const insertAccount = `
  WITH member AS (
    INSERT INTO members (login_id, email, password_hash, role) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING id
  ), balance AS (
    INSERT INTO balances (member_id, point) SELECT id, $5::bigint FROM member
  )
  INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, reason)
  SELECT id, 'ADJUSTMENT', $5::bigint, $5::bigint, 'seed', id, 'system', $6 FROM member WHERE $5::bigint > 0`

/**
 * Creates the demo's two accounts (docs/product.md#demo). Their points are also in the ledger, so that the books
 * balance.
 */
export async function seedAccounts(client: Client): Promise<void> {
  for (const { loginId, password, email, role, point } of accounts) {
    const existing = await client.query('SELECT 1 FROM members WHERE login_id = $1', [loginId])
    if (existing.rowCount) continue
    await client.query(insertAccount, [loginId, email, await hash(password, 10), role, point, '데모 포인트 지급'])
  }
}
