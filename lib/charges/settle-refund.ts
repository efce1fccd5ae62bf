import { type Confirmation, confirmationForAudit } from '#lib/approvals/decide-approval.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { formatWon, type Points, pointsToNumber } from '#lib/money/points.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { largestRefundableParts } from '#lib/promotions/rules.ts'
import { takeBackGrants } from '#lib/promotions/take-back-grants.ts'
import {
  balanceSpent,
  bankCheckMissing,
  bonusSpent,
  cashRefundHeldByDebt,
  cashRefundNotCovered,
  cashRefundSettled,
  payerCreditedCharge,
  payOutReasonMissing,
  unknownCashRefund,
} from './errors.ts'
import { cashRefundMails, refundStatus } from './labels.ts'
import { assessPayer, refuseRefunderAsSecond } from './payer.ts'
import { addGrantsToCharges } from './queries/charge-grants.ts'
import { type ChargeOfRefund, chargesOfRefunds, lastEntryIdOf, refundersAfterEntry } from './queries/pay-out.ts'
import { readRefundablePoints } from './queries/refundable-points.ts'
import { determinePayOutNeeds, isHolderNotDepositor, type PayOutNeeds, requestedCashRefund } from './rules.ts'

/** A requested refund. `name` is the account holder's; `email` is the address to which the decision is sent. */
type OpenRefund = { memberId: number; point: Points; email: string; name: string }

/**
 * A pay-out that a staff member requests. `bankChecked`: true if he has seen the deposits of the charges at the bank.
 */
export type PayOutRequest = {
  refundId: number
  bankChecked: boolean
  reason: string
  /** True if a bulk-transfer file sends the money. The member is then notified only after the bank has sent it. */
  byFile?: boolean
  /** The second person's confirmation, if the pay-out needed one. */
  confirmation?: Confirmation
}

/**
 * Locks an open cash refund request, so that only the first of several concurrent decisions finds it open.
 * @throws NOT_FOUND; CONFLICT the request is already settled
 */
export async function lockOpenCashRefund(tx: Db, refundId: number): Promise<OpenRefund> {
  const [open] = await tx.rows<OpenRefund>(
    `SELECT member_id, point, email, name FROM refund_requests WHERE id = $1 AND ${requestedCashRefund.sql()} FOR UPDATE`,
    [refundId],
  )
  if (open) return open
  const existing = await tx.rows('SELECT FROM refund_requests WHERE id = $1', [refundId])
  throw existing.length === 0 ? unknownCashRefund() : cashRefundSettled()
}

/**
 * Closes a cash refund request with its final status. A trigger then marks the member's referral reward to be settled
 * again, which locks the reward's row. The job that settles a reward locks it together with its charge, and then the
 * balance. To avoid a deadlock, a caller that holds the balance must have locked that charge before the balance
 * (`lockCharges`).
 */
export const closeCashRefund = (
  tx: Db,
  refundId: number,
  { status, reason = null, transfer = null }: { status: number; reason?: string | null; transfer?: 'READY' | null },
) =>
  tx.rows('UPDATE refund_requests SET status = $2, reason = $3, transfer = $4, response_at = now() WHERE id = $1', [
    refundId,
    status,
    reason,
    transfer,
  ])

/**
 * Locks the charges whose points the request pays back, so that neither a reversal nor another decision changes them
 * during the pay-out, and returns them. Also locks the charge of the member's referral reward: `closeCashRefund`
 * changes the reward while the balance is locked, and without this lock that could deadlock with the settling of the
 * reward.
 */
async function lockCharges(tx: Db, refundId: number, memberId: number): Promise<ChargeOfRefund[]> {
  await tx.rows(
    `SELECT FROM charges WHERE id IN (SELECT charge_id FROM refund_request_charges WHERE refund_id = $1
       UNION SELECT charge_id FROM referral_rewards WHERE member_id = $2)
     ORDER BY id FOR NO KEY UPDATE`,
    [refundId, memberId],
  )
  return chargesOfRefunds(tx, [refundId])
}

/**
 * Throws if this payer may not pay out the request, or if a reason, a bank check or a re-authentication that the
 * pay-out demands is missing. `differs`: the account holder isn't the depositor.
 */
function refuseUnmetNeeds(
  actor: StaffActor,
  needs: PayOutNeeds,
  differs: boolean,
  { bankChecked, reason }: PayOutRequest,
): void {
  if (needs.other) throw payerCreditedCharge()
  if (needs.reason && reason === '') throw payOutReasonMissing(differs ? 'name' : 'alone')
  if (needs.bankCheck && !bankChecked) throw bankCheckMissing()
  if (needs.password && !actor.reauthenticated) throw new AppError('REAUTH_REQUIRED', messages.reauth)
}

/**
 * Locks the member's balance. Then throws if he has a debt, if a charge of the request was reversed, or if points to
 * pay back, or bonus points to take back with them, have been spent. The charges may be older than 72 hours by now:
 * that limit only applies when a refund is requested.
 */
async function refuseSpentCharges(
  tx: Db,
  { memberId, point }: OpenRefund,
  charges: readonly ChargeOfRefund[],
): Promise<void> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const ids = charges.map(({ chargeId }) => chargeId)
  const { unspentOfCharges, debt } = await readRefundablePoints(tx, memberId, ids)
  if (debt > 0n) throw cashRefundHeldByDebt()
  if (charges.some(({ reversed }) => reversed)) throw cashRefundNotCovered()
  const unspentOf = new Map(unspentOfCharges.map(({ chargeId, unspent }) => [chargeId, unspent]))
  if (charges.reduce((sum, part) => sum + part.point, 0n) !== point) throw cashRefundNotCovered()
  if (charges.some((part) => (unspentOf.get(part.chargeId) ?? 0n) < part.point)) throw balanceSpent()
  const parts = charges.map((part) => ({ chargeId: part.chargeId, unspent: part.point }))
  const payableParts = largestRefundableParts(await addGrantsToCharges(tx, parts), await balanceOf(tx, memberId))
  if (payableParts.some(({ part }, at) => part !== parts[at]?.unspent)) throw bonusSpent()
}

/**
 * Takes back bonuses and coupons of these charges, in proportion to the points that are now refunded from each charge.
 */
async function takeBackForParts(
  tx: Db,
  actor: StaffActor,
  { charges, reason }: { charges: readonly ChargeOfRefund[]; reason: string },
): Promise<void> {
  const parts = charges.map((part) => ({ chargeId: part.chargeId, unspent: part.point }))
  for (const { chargeId, returned, unspent } of await addGrantsToCharges(tx, parts))
    await takeBackGrants(tx, actor, { chargeId, returned: returned + unspent, reason })
}

/**
 * Marks charges that only one person vouched for as CONFIRMED by the payer, who has seen their deposits at the bank.
 * Don't call it if the payer himself is the person who vouched.
 */
const confirmFunding = (tx: Db, charges: readonly ChargeOfRefund[], payerId: number) =>
  tx.rows(
    `UPDATE charges SET funding = 'CONFIRMED', confirmed_by = $2
     WHERE id = ANY ($1::int[]) AND (funding IS NULL OR funding = 'UNCONFIRMED')`,
    [charges.map(({ chargeId }) => chargeId), payerId],
  )

const refundersOf = (charges: readonly ChargeOfRefund[]): number[] => [
  ...new Set(charges.flatMap(({ refunders }) => refunders)),
]

/**
 * Locks an open request with its charges, and checks that the payer may pay it out. Also returns `lastEntry`, the id of
 * the member's newest ledger entry that the check took into account.
 * @throws if a condition of the pay-out is unmet
 */
async function lockAndCheckPayOut(tx: Db, actor: StaffActor, request: PayOutRequest) {
  const refund = await lockOpenCashRefund(tx, request.refundId)
  const lastEntry = await lastEntryIdOf(tx, refund.memberId)
  const charges = await lockCharges(tx, request.refundId, refund.memberId)
  const payOut = { name: refund.name, charges }
  const payer = await assessPayer(tx, actor, { memberId: refund.memberId, charges })
  const needs = determinePayOutNeeds(payOut, payer, env().DEMO)
  refuseUnmetNeeds(actor, needs, isHolderNotDepositor(payOut), request)
  return { refund, charges, needs, lastEntry }
}

/**
 * Locks a cash refund request and checks that `actor` may pay it out. Pays nothing. Doesn't check that the points are
 * still unspent either, which `payOutCashRefund` does. `contested` is true if the money may belong to somebody other
 * than the member. `refunders` are the staff who had a hand in refunds of orders from which the points may come.
 * @throws NOT_FOUND; FORBIDDEN the payer is involved in one of the charges (`PayerInvolvement`); BAD_INPUT a reason is
 * needed; REAUTH_REQUIRED; CONFLICT the request is already settled, or the deposits weren't checked at the bank
 */
export async function checkPayOut(
  tx: Db,
  actor: StaffActor,
  request: PayOutRequest,
): Promise<OpenRefund & { contested: boolean; refunders: number[] }> {
  const { refund, charges } = await lockAndCheckPayOut(tx, actor, request)
  return { ...refund, contested: charges.some(({ contested }) => contested), refunders: refundersOf(charges) }
}

/**
 * Like `lockAndCheckPayOut`, but also locks the member's balance and checks that the points are still unspent. Reads
 * the refunds of the member's orders before it locks the balance: a reseller has many, and his new orders wait while
 * the balance is locked. Once the balance is locked, checks everything again if a refund in which staff had a hand was
 * booked after the first check.
 */
async function lockBalanceAndCheckPayOut(tx: Db, actor: StaffActor, request: PayOutRequest) {
  const checked = await lockAndCheckPayOut(tx, actor, request)
  const { refund, charges, lastEntry } = checked
  await refuseSpentCharges(tx, refund, charges)
  const late = await refundersAfterEntry(tx, refund.memberId, lastEntry)
  return late.length === 0 ? checked : lockAndCheckPayOut(tx, actor, request)
}

/**
 * Pays out a cash refund request, once: debits its points, and takes back bonuses and coupons in proportion. Staff then
 * transfer the money. `determinePayOutNeeds` decides who may pay out and under which conditions (docs/decisions/0031).
 * Call it in a transaction. Returns the refunded points.
 * @throws NOT_FOUND; FORBIDDEN the payer is involved in one of the charges (`PayerInvolvement`), or the second person
 * had a hand in a refund of an order; BAD_INPUT a reason is needed; REAUTH_REQUIRED; CONFLICT the request is already
 * settled, a charge was reversed, points or the bonus were spent, a debt is open, or the deposits weren't checked at
 * the bank
 */
export async function payOutCashRefund(tx: Db, actor: StaffActor, request: PayOutRequest): Promise<Points> {
  const { refundId, bankChecked, reason, byFile, confirmation } = request
  const { refund, charges, needs } = await lockBalanceAndCheckPayOut(tx, actor, request)
  const { memberId, point, email } = refund
  await refuseRefunderAsSecond(tx, actor, { confirmation, memberId, refunders: refundersOf(charges) })
  const move = { memberId, kind: 'CASH_REFUND', delta: -point, refType: 'refund', refId: refundId } as const
  const moved = await movePoints(tx, actor, move)
  if (moved === 'INSUFFICIENT') throw balanceSpent()
  if (moved === 'ALREADY') throw cashRefundSettled()
  await takeBackForParts(tx, actor, { charges, reason })
  await closeCashRefund(tx, refundId, { status: refundStatus.PAID, transfer: byFile ? 'READY' : null })
  if (needs.bankCheck && !needs.password) await confirmFunding(tx, charges, actor.memberId)
  if (!byFile)
    await queueMessage(tx, { channel: 'EMAIL', to: email, ...cashRefundMails.paid(formatWon(point)), life: null })
  await recordAudit(tx, actor, {
    action: 'refund.pay',
    subjectType: 'refund',
    subjectId: refundId,
    after: {
      status: refundStatus.PAID,
      point: pointsToNumber(point),
      charges: charges.map(({ chargeId }) => chargeId),
      ...(bankChecked && { bankChecked }),
      ...(needs.password && { alone: true }),
      ...confirmationForAudit(confirmation),
    },
    reason,
  })
  return point
}
