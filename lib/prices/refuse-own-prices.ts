import { accountsOfSql, refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'

/** Whose prices an action of staff changes: the id of a member or of a price group; the other field is null. */
export type PriceSubject = { memberId: number | null; groupId: number | null }

/**
 * Refuses an action of a staff member that changes the prices of one of his own accounts. Pass the pool, not a
 * transaction: the audit row of the attempt must not be rolled back.
 * @throws OWN_ACCOUNT
 */
export async function refuseOwnPrices(
  db: Db,
  actor: StaffActor,
  { action, memberId, groupId }: PriceSubject & { action: string },
): Promise<void> {
  if (memberId !== null) await refuseOwnAccount(db, actor, { action, subjectType: 'member', subjectId: memberId })
  const ownAccounts = await db.rows<{ memberId: number }>(
    `SELECT member_id FROM member_prices WHERE group_id = $2 AND member_id IN (${accountsOfSql('$1::int')}) LIMIT 1`,
    [actor.memberId, groupId],
  )
  for (const account of ownAccounts)
    await refuseOwnAccount(db, actor, { action, subjectType: 'member', subjectId: account.memberId })
}
