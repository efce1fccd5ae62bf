import type { Role } from '#lib/core/call.ts'
import { type Db, db, oneRow } from '#lib/core/db.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import type { Restriction } from '../restriction/rules.ts'

export const TEST_PASSWORD = 'right-password'

export type TestMember = { id: number; loginId: string }

type MemberOptions = {
  loginId?: string
  /** Initial balance in whole points. */
  points?: number
  role?: Role
  restriction?: Restriction['restriction']
  restrictedUntil?: Date
  email?: string
  phone?: string
}

let count = 0
const testPasswordHash = hashPassword(TEST_PASSWORD)

// Inserts a member, and the initial balance together with its ledger entry, so that the books balance.
const insertWithBalance = `
  WITH member AS (
    INSERT INTO members (login_id, password_hash, role, restriction, restricted_until, email, phone)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id
  ), balance AS (
    INSERT INTO balances (member_id, point) SELECT id, $8::bigint FROM member
  ), entry AS (
    INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor, reason)
    SELECT id, 'ADJUSTMENT', $8::bigint, $8::bigint, 'member', id, 'test', 'to begin with' FROM member
    WHERE $8::bigint <> 0
  )
  SELECT id FROM member`

/** Creates a member, with a balance of 0 unless another is given; his password is TEST_PASSWORD. */
export async function makeMember(options: MemberOptions = {}, handle: Db = db()): Promise<TestMember> {
  const loginId = options.loginId ?? `member_${++count}`
  const { id } = await oneRow<{ id: number }>(handle, insertWithBalance, [
    loginId,
    await testPasswordHash,
    options.role ?? 'MEMBER',
    options.restriction ?? 'NORMAL',
    options.restrictedUntil ?? null,
    options.email ?? null,
    options.phone ?? null,
    Math.round((options.points ?? 0) * 100),
  ])
  return { id, loginId }
}
