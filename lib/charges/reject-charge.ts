import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { failCharge } from './fail-charge.ts'
import { chargeStatus } from './labels.ts'

type Rejection = { chargeId: number; reason: string }

/**
 * Rejects a pending charge with a reason, for staff.
 * @throws OWN_ACCOUNT; BAD_INPUT no reason; NOT_FOUND; CONFLICT the charge isn't pending any more
 */
export async function rejectCharge(
  db: Database,
  actor: StaffActor,
  { chargeId, reason }: Rejection,
): Promise<{ point: Points }> {
  const subject = { subjectType: 'charge', subjectId: chargeId } as const
  await refuseOwnAccount(db, actor, { action: 'charge.reject', ...subject })
  return db.transaction(async (tx) => {
    const { point } = await failCharge(tx, { chargeId, outcome: 'REJECTED', reason })
    await recordAudit(tx, actor, { action: 'charge.reject', ...subject, after: { status: chargeStatus.FAIL }, reason })
    return { point }
  })
}
