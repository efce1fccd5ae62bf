import { isSamePerson } from '#lib/approvals/own-account.ts'
import { isLoneOwner } from '#lib/approvals/second-persons.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { importerMayNotReturn, reasonMissing } from './errors.ts'
import { judgeSuggestions } from './judge-suggestions.ts'
import { settleDeposit, type WaitingDeposit } from './match-deposit.ts'
import { auditSettledDeposit, lockDepositForStaff } from './settle-deposit.ts'

type ReturnInput = { depositId: number; reason: string }

/**
 * Refuses the return of a deposit by the person who imported it. Exceptions: the bank's signed call has also reported
 * the deposit, the person is a lone OWNER (`isLoneOwner`), or the shop is a demo.
 */
async function refuseOwnReturn(tx: Db, actor: StaffActor, { source, importedBy }: WaitingDeposit): Promise<void> {
  if (source === 'HOOK' || importedBy === null || env().DEMO) return
  if (!(await isSamePerson(tx, importedBy, actor.memberId))) return
  if (!(await isLoneOwner(tx, actor, 'MANAGER', { excluded: [], memberId: null }))) throw importerMayNotReturn()
}

/**
 * Records that staff sent the money of a deposit back to its sender. The audit trail gets the reason.
 * @throws BAD_INPUT no reason; NOT_FOUND; CONFLICT the deposit doesn't wait; FORBIDDEN the actor imported it himself
 * and isn't a lone OWNER
 */
export async function returnDeposit(
  db: Database,
  actor: StaffActor,
  { depositId, reason }: ReturnInput,
): Promise<void> {
  if (reason === '') throw reasonMissing()
  await db.transaction(async (tx) => {
    await refuseOwnReturn(tx, actor, await lockDepositForStaff(tx, depositId))
    await judgeSuggestions(tx, { depositIds: [depositId], chargeIds: [] })
    await settleDeposit(tx, depositId, 'RETURNED')
    await auditSettledDeposit(tx, actor, { depositId, status: 'RETURNED', chargeIds: [], reason })
  })
}
