import type { StaffActor } from '#lib/audit/actor.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { depositNotDuplicate } from './errors.ts'
import { dismissibleReasons, type WaitReason } from './labels.ts'
import { settleDeposit } from './match-deposit.ts'
import { waitReasonSql } from './queries/why-waiting.ts'
import { auditSettledDeposit, lockDepositForStaff } from './settle-deposit.ts'

/**
 * Closes a waiting deposit as a duplicate. Possible only if it seems to report the same credit as another deposit, or
 * if a later report contradicts it. Any other waiting deposit is somebody's money and must be matched or returned.
 * @throws NOT_FOUND; CONFLICT the deposit doesn't wait, or waits for another reason
 */
export function dismissDeposit(db: Database, actor: StaffActor, { depositId }: { depositId: number }): Promise<void> {
  return db.transaction(async (tx) => {
    await lockDepositForStaff(tx, depositId)
    const { reason } = await oneRow<{ reason: WaitReason }>(
      tx,
      `SELECT ${waitReasonSql} AS reason FROM deposits d WHERE d.id = $1`,
      [depositId],
    )
    if (!dismissibleReasons.includes(reason)) throw depositNotDuplicate()
    await settleDeposit(tx, depositId, 'DUPLICATE')
    await auditSettledDeposit(tx, actor, { depositId, status: 'DUPLICATE', chargeIds: [] })
  })
}
