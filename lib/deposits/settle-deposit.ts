import { type Confirmation, confirmationForAudit } from '#lib/approvals/decide-approval.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { unknownCharge } from '#lib/charges/errors.ts'
import type { Funding } from '#lib/charges/labels.ts'
import type { Db } from '#lib/core/db.ts'
import {
  chargeHasDeposit,
  depositAndChargeAmountsDiffer,
  depositDisputed,
  depositSettled,
  unknownDeposit,
} from './errors.ts'
import type { DepositStatus } from './labels.ts'
import { lockWaitingDeposit, settleDeposit, type WaitingDeposit } from './match-deposit.ts'
import { isApprovedWithoutDepositSql } from './queries/approved-by-hand.ts'
import { fundingOf } from './rules.ts'

/** The second person's confirmation of a match by hand, if one was needed. */
type WithConfirmation = { confirmation?: Confirmation | undefined }

/** A match by hand of one deposit. */
type OneDepositMatch = WithConfirmation & { depositId: number }

/** A deposit that staff settled, its new status, and the charges that it pays for. */
type SettledByStaff = WithConfirmation & {
  depositId: number
  status: DepositStatus
  chargeIds: readonly number[]
  reason?: string
}

/** Writes the audit row of a deposit that staff settled. */
export const auditSettledDeposit = (
  tx: Db,
  actor: StaffActor,
  { depositId, status, chargeIds, reason, confirmation }: SettledByStaff,
): Promise<void> =>
  recordAudit(tx, actor, {
    action: `deposit.${status.toLowerCase()}`,
    subjectType: 'deposit',
    subjectId: depositId,
    after: { status, chargeIds, ...confirmationForAudit(confirmation) },
    reason: reason ?? null,
  })

/**
 * Funding of a charge that staff match by hand. The second person's confirmation of the match counts as confirmation of
 * the deposits, too.
 */
function matchedFunding(deposits: readonly WaitingDeposit[], { confirmation }: WithConfirmation): Funding {
  const funding = fundingOf(deposits)
  return funding === 'UNCONFIRMED' && confirmation ? 'CONFIRMED' : funding
}

/** Refuses imported deposits that a later report contradicts: not even staff can match them. */
function refuseDisputed(deposits: readonly WaitingDeposit[]): void {
  if (deposits.some(({ isDisputed }) => isDisputed)) throw depositDisputed()
}

/** A charge to credit, and the deposits that pay for it. */
type ChargeCredit = WithConfirmation & { chargeId: number; deposits: readonly WaitingDeposit[] }

function creditCharge(tx: Db, actor: StaffActor, { chargeId, deposits, confirmation }: ChargeCredit) {
  refuseDisputed(deposits)
  const funding = matchedFunding(deposits, { confirmation })
  return approveCharge(tx, actor, { chargeId, outcome: 'MATCHED', confirmation, funding })
}

/**
 * Locks a waiting deposit for a decision of staff.
 * @throws NOT_FOUND; CONFLICT the deposit doesn't wait: it is settled, or its import isn't confirmed yet
 */
export async function lockDepositForStaff(tx: Db, depositId: number): Promise<WaitingDeposit> {
  const waiting = await lockWaitingDeposit(tx, depositId)
  if (waiting) return waiting
  const known = await tx.rows('SELECT FROM deposits WHERE id = $1', [depositId])
  throw known.length === 0 ? unknownDeposit() : depositSettled()
}

async function sumOfPayAmounts(tx: Db, chargeIds: readonly number[]): Promise<bigint> {
  const rows = await tx.rows<{ payAmount: bigint }>('SELECT pay_amount FROM charges WHERE id = ANY ($1::int[])', [
    chargeIds,
  ])
  if (rows.length < chargeIds.length) throw unknownCharge()
  return rows.reduce((sum, { payAmount }) => sum + payAmount, 0n)
}

/**
 * Locks a waiting deposit for a match by hand with these charges. Its amount must be the sum of the charges.
 * @throws NOT_FOUND; CONFLICT the deposit doesn't wait, or the amounts differ
 */
async function lockForCharges(tx: Db, depositId: number, chargeIds: readonly number[]): Promise<WaitingDeposit> {
  const waiting = await lockDepositForStaff(tx, depositId)
  if ((await sumOfPayAmounts(tx, chargeIds)) !== waiting.amount) throw depositAndChargeAmountsDiffer()
  return waiting
}

/**
 * Credits a charge with a deposit that the matching rule left to staff, for example because the names differ, or
 * because charges of several members fit (docs/contract.md#deposit-matching).
 * @throws NOT_FOUND; CONFLICT the deposit doesn't wait or is disputed, the charge is settled, or the amounts differ
 */
export async function matchByStaff(
  tx: Db,
  actor: StaffActor,
  { chargeId, depositId, confirmation }: OneDepositMatch & { chargeId: number },
): Promise<void> {
  const waiting = await lockForCharges(tx, depositId, [chargeId])
  await creditCharge(tx, actor, { chargeId, deposits: [waiting], confirmation })
  await settleDeposit(tx, depositId, 'MATCHED', chargeId)
}

/**
 * Assigns a deposit to a charge that staff approved before. Moves no points, because the approval has already credited
 * them.
 * @throws NOT_FOUND; CONFLICT the deposit doesn't wait or is disputed, the charge wasn't approved by staff, is
 * reversed or already has a deposit, or the amounts differ
 */
export async function joinToCreditedCharge(
  tx: Db,
  actor: StaffActor,
  { chargeId, depositId, confirmation }: OneDepositMatch & { chargeId: number },
): Promise<void> {
  const waiting = await lockForCharges(tx, depositId, [chargeId])
  refuseDisputed([waiting])
  // If two deposits are joined to one charge concurrently, the second call waits here and then finds the first deposit.
  await tx.rows('SELECT FROM charges WHERE id = $1 FOR UPDATE', [chargeId])
  if (
    (await tx.rows(`SELECT FROM charges c WHERE c.id = $1 AND ${isApprovedWithoutDepositSql('c')}`, [chargeId]))
      .length === 0
  )
    throw chargeHasDeposit()
  // A second person may have confirmed the approval of the charge; a deposit that only one person imported must not
  // lower the funding of the charge.
  await tx.rows(
    `UPDATE charges SET settled_by = coalesce(settled_by, $2),
       funding = CASE WHEN $3 = 'UNCONFIRMED' THEN coalesce(funding, $3) ELSE $3 END
     WHERE id = $1`,
    [chargeId, actor.memberId, matchedFunding([waiting], { confirmation })],
  )
  await settleDeposit(tx, depositId, 'MATCHED', chargeId)
}

/**
 * Credits several charges with one deposit. The deposit's amount must be the sum of the charges.
 * @throws NOT_FOUND; CONFLICT the deposit doesn't wait or is disputed, a charge is settled, or the amounts differ
 */
export async function splitDeposit(
  tx: Db,
  actor: StaffActor,
  { chargeIds, depositId, confirmation }: OneDepositMatch & { chargeIds: readonly number[] },
): Promise<void> {
  const ids = [...new Set(chargeIds)].toSorted((a, b) => a - b)
  const waiting = await lockForCharges(tx, depositId, ids)
  for (const chargeId of ids) {
    await creditCharge(tx, actor, { chargeId, deposits: [waiting], confirmation })
    await tx.rows('INSERT INTO deposit_splits (deposit_id, charge_id) VALUES ($1, $2)', [depositId, chargeId])
  }
  await settleDeposit(tx, depositId, 'SPLIT')
}

/**
 * Credits one charge with several deposits. Their sum must be the charge's amount. Returns the ids of the deposits.
 * @throws NOT_FOUND; CONFLICT a deposit doesn't wait or is disputed, the charge is settled, or the amounts differ
 */
export async function mergeDeposits(
  tx: Db,
  actor: StaffActor,
  { chargeId, depositIds, confirmation }: WithConfirmation & { chargeId: number; depositIds: readonly number[] },
) {
  const ids = [...new Set(depositIds)].toSorted((a, b) => a - b)
  const waiting: WaitingDeposit[] = []
  // Locks by ascending id, so that two merges of the same deposits can't deadlock.
  for (const depositId of ids) waiting.push(await lockDepositForStaff(tx, depositId))
  const sum = waiting.reduce((total, { amount }) => total + amount, 0n)
  if ((await sumOfPayAmounts(tx, [chargeId])) !== sum) throw depositAndChargeAmountsDiffer()
  await creditCharge(tx, actor, { chargeId, deposits: waiting, confirmation })
  for (const depositId of ids) {
    await tx.rows('INSERT INTO deposit_merges (deposit_id, charge_id) VALUES ($1, $2)', [depositId, chargeId])
    await settleDeposit(tx, depositId, 'MERGED')
  }
  return ids
}
