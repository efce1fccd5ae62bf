import type { Db } from '#lib/core/db.ts'

/**
 * True if the member has deleted his account: points given back to it would be nobody's. Locks his balance, so that the
 * account can't be deleted until the transaction has ended. Lock the order before this call: transitions also lock the
 * order first and then the balance.
 */
export async function isFormerMemberWithLock(tx: Db, memberId: number): Promise<boolean> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  return (await tx.rows('SELECT FROM members WHERE id = $1 AND deleted_at IS NOT NULL', [memberId])).length > 0
}

/** Ids, among `memberIds`, of the members who have deleted their accounts. */
export async function formerMembersAmong(db: Db, memberIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.rows<{ id: number }>(
    'SELECT id FROM members WHERE id = ANY ($1::int[]) AND deleted_at IS NOT NULL',
    [memberIds],
  )
  return new Set(rows.map(({ id }) => id))
}
