import { isAlone, isSecondPerson } from '#lib/approvals/second-persons.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Caller } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { formatWon, type Points, pointsToNumber } from '#lib/money/points.ts'
import { movePoints } from '#lib/points/move-points.ts'
import {
  balanceSpent,
  bankCheckMissing,
  paidByCreditor,
  payOutReasonMissing,
  reasonMissing,
  refundGroundGone,
  refundHeldByDebt,
  refundSettled,
  unknownRefund,
} from './errors.ts'
import { refundMails, refundStatus } from './labels.ts'
import { type RestingCharge, restingCharges } from './queries/pay-out.ts'
import { refundGround } from './queries/refund-ground.ts'
import { nameDiffers, type Payer, type PayOutNeeds, payOutNeeds } from './rules.ts'

type Open = { memberId: number; point: Points; email: string; name: string }

type RefundContext = { refundId: number; caller: Caller; address: string }
export type PayOutRequest = RefundContext & { bankChecked: boolean; reason: string }
type Rejection = RefundContext & { reason: string }

type Resting = { memberId: number; charges: readonly RestingCharge[] }

/** Locks an open request. Concurrent verdicts queue here, and only the first finds it open. */
async function lockOpen(tx: Db, refundId: number): Promise<Open> {
  const [open] = await tx.rows<Open>(
    'SELECT member_id, point, email, name FROM refund_requests WHERE id = $1 AND status = 0 FOR UPDATE',
    [refundId],
  )
  if (open) return open
  const known = await tx.rows('SELECT FROM refund_requests WHERE id = $1', [refundId])
  throw known.length === 0 ? unknownRefund() : refundSettled()
}

/** After the charges and the balance are locked: a trigger has the reward of a referral looked at again, as a reversal does. */
const close = (tx: Db, refundId: number, status: number, reason: string | null) =>
  tx.rows('UPDATE refund_requests SET status = $2, reason = $3, response_at = now() WHERE id = $1', [
    refundId,
    status,
    reason,
  ])

/** Locks what the request rests on, so that no reversal and no other confirmation of it runs beside the pay-out. */
async function lockCharges(tx: Db, refundId: number): Promise<RestingCharge[]> {
  await tx.rows(
    `SELECT FROM charges WHERE id IN (SELECT charge_id FROM refund_request_charges WHERE refund_id = $1)
     ORDER BY id FOR NO KEY UPDATE`,
    [refundId],
  )
  return restingCharges(tx, [refundId])
}

/**
 * Whether nobody else could vouch for any of the charges that the caller credited himself. Charges of his colleagues don't
 * count: else a request that rests on one of theirs, too, would make him the only one.
 */
async function isAloneWith(tx: Db, caller: Caller, { memberId, charges }: Resting): Promise<boolean> {
  for (const { creditedBy } of charges) {
    const [askedBy] = creditedBy
    if (askedBy === undefined) continue
    const involved = { askedBy, excluded: [...creditedBy], memberId }
    if (await isSecondPerson(tx, caller.memberId, 'MANAGER', involved)) continue
    if (!(await isAlone(tx, caller, 'MANAGER', involved))) return false
  }
  return true
}

/** How the payer stands to who credited the charges: a second account of theirs is no second person. */
async function payerOf(tx: Db, caller: Caller, { memberId, charges }: Resting): Promise<Payer> {
  const [askedBy, ...others] = charges.flatMap(({ creditedBy }) => creditedBy)
  if (askedBy === undefined) return { involved: false, alone: false }
  const excluded = [askedBy, ...others]
  const involved = !(await isSecondPerson(tx, caller.memberId, 'MANAGER', { askedBy, excluded, memberId }))
  return { involved, alone: involved && (await isAloneWith(tx, caller, { memberId, charges })) }
}

/** Throws if the payer still has to bring something: a second person, a reason, a check at the bank, his password. */
function refuseUnmet(needs: PayOutNeeds, differs: boolean, { caller, bankChecked, reason }: PayOutRequest): void {
  if (needs.other) throw paidByCreditor()
  if (needs.reason && reason === '') throw payOutReasonMissing(differs ? 'name' : 'alone')
  if (needs.bankCheck && !bankChecked) throw bankCheckMissing()
  if (needs.password && !caller.reauthenticated) throw new AppError('REAUTH_REQUIRED', messages.reauth)
}

/** A request made in time stays valid as long as its own charges still have the points. */
async function refuseUncovered(tx: Db, { memberId, point }: Open, charges: readonly RestingCharge[]): Promise<void> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const ids = charges.map(({ chargeId }) => chargeId)
  const { rests, debt } = await refundGround(tx, memberId, ids)
  if (debt > 0n) throw refundHeldByDebt()
  if (charges.some(({ reversed }) => reversed)) throw refundGroundGone()
  const restOf = new Map(rests.map(({ chargeId, rest }) => [chargeId, rest]))
  if (charges.reduce((sum, part) => sum + part.point, 0n) !== point) throw refundGroundGone()
  if (charges.some((part) => (restOf.get(part.chargeId) ?? 0n) < part.point)) throw balanceSpent()
}

/**
 * The payer confirms charges that one other person vouched for, as he checked them at the bank. Nobody confirms his
 * own.
 */
const confirm = (tx: Db, charges: readonly RestingCharge[], by: number) =>
  tx.rows(
    `UPDATE charges SET funding = 'CONFIRMED', confirmed_by = $2
     WHERE id = ANY ($1::int[]) AND (funding IS NULL OR funding = 'UNCONFIRMED')`,
    [charges.map(({ chargeId }) => chargeId), by],
  )

/** Locks an open request with its charges. @throws if the payer still has to bring something */
async function checked(tx: Db, request: PayOutRequest) {
  const held = await lockOpen(tx, request.refundId)
  const charges = await lockCharges(tx, request.refundId)
  const payOut = { name: held.name, charges }
  const payer = await payerOf(tx, request.caller, { memberId: held.memberId, charges })
  const needs = payOutNeeds(payOut, payer, env().DEMO)
  refuseUnmet(needs, nameDiffers(payOut), request)
  return { held, charges, needs }
}

/**
 * Makes sure that this payer may pay a request out, and locks it. Tells whether its money may be somebody else's.
 * @throws as `payOutRefund`
 */
export async function checkPayOut(tx: Db, request: PayOutRequest): Promise<Open & { contested: boolean }> {
  const { held, charges } = await checked(tx, request)
  return { ...held, contested: charges.some(({ contested }) => contested) }
}

/**
 * Takes the points of a refund request for the money that staff transfer, once; give it a transaction. Who may, and what
 * he must have seen, is `payOutNeeds` (docs/decisions/0031).
 * @throws NOT_FOUND; FORBIDDEN he credited one of its charges; BAD_INPUT a reason is needed; REAUTH_REQUIRED;
 * CONFLICT it was settled before, a charge was reversed, points were spent, or the bank was not looked at
 */
export async function payOutRefund(tx: Db, request: PayOutRequest): Promise<Points> {
  const { refundId, caller, address, bankChecked, reason } = request
  const { held, charges, needs } = await checked(tx, request)
  const { memberId, point, email } = held
  await refuseUncovered(tx, held, charges)
  const actor = `staff:${caller.memberId}`
  const move = { memberId, kind: 'CASH_REFUND', delta: -point, refType: 'refund', refId: refundId, actor } as const
  const moved = await movePoints(tx, move)
  if (moved === 'INSUFFICIENT') throw balanceSpent()
  if (moved === 'ALREADY') throw refundSettled()
  await close(tx, refundId, refundStatus.PAID, null)
  if (needs.bankCheck && !needs.password) await confirm(tx, charges, caller.memberId)
  await queueMessage(tx, { channel: 'EMAIL', to: email, ...refundMails.paid(formatWon(point)), life: null })
  await recordAudit(tx, {
    actorId: caller.memberId,
    action: 'refund.pay',
    subjectType: 'refund',
    subjectId: refundId,
    after: {
      status: refundStatus.PAID,
      point: pointsToNumber(point),
      charges: charges.map(({ chargeId }) => chargeId),
      ...(bankChecked && { bankChecked }),
      ...(needs.password && { alone: true }),
    },
    reason: reason || null,
    address,
  })
  return point
}

/**
 * Ends a refund request without paying it, with a reason that its member reads; give it a transaction.
 * @throws BAD_INPUT no reason; NOT_FOUND; CONFLICT it was settled before
 */
export async function rejectRefund(tx: Db, { refundId, caller, address, reason }: Rejection): Promise<Points> {
  if (reason === '') throw reasonMissing()
  const { point, email } = await lockOpen(tx, refundId)
  await close(tx, refundId, refundStatus.REJECTED, reason)
  await queueMessage(tx, { channel: 'EMAIL', to: email, ...refundMails.rejected(formatWon(point), reason), life: null })
  await recordAudit(tx, {
    actorId: caller.memberId,
    action: 'refund.reject',
    subjectType: 'refund',
    subjectId: refundId,
    after: { status: refundStatus.REJECTED, point: pointsToNumber(point) },
    reason,
    address,
  })
  return point
}
