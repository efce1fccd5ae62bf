import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Db } from '#lib/core/db.ts'

/**
 * Refuses an action of a staff member on an order of one of his own accounts, or on a request about such an order. Pass
 * the pool, not a transaction: the audit row of the attempt must not be rolled back.
 * @throws OWN_ACCOUNT
 */
export const refuseOwnOrder = (
  db: Db,
  actor: StaffActor,
  act: { action: string; subjectType: 'order' | 'request'; subjectId: number },
): Promise<void> => refuseOwnAccount(db, actor, act)
