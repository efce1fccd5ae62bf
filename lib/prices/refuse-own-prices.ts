import { accountsOfSql, refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'

/** The member or the group whose prices an act of staff changes; the other one is null. */
export type PriceSubject = { memberId: number | null; groupId: number | null }

/**
 * Refuses staff who would change prices that one of their own accounts pays. Pass the pool, not a transaction, as for
 * `refuseOwnAccount`.
 * @throws OWN_ACCOUNT
 */
export async function refuseOwnPrices(
  db: Db,
  actor: StaffActor,
  { action, memberId, groupId }: PriceSubject & { action: string },
): Promise<void> {
  if (memberId !== null) await refuseOwnAccount(db, actor, { action, subjectType: 'member', subjectId: memberId })
  const own = await db.rows<{ memberId: number }>(
    `SELECT member_id FROM member_prices WHERE group_id = $2 AND member_id IN (${accountsOfSql('$1::int')}) LIMIT 1`,
    [actor.memberId, groupId],
  )
  for (const account of own)
    await refuseOwnAccount(db, actor, { action, subjectType: 'member', subjectId: account.memberId })
}
