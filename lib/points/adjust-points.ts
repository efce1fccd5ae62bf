import {
  askApprovalIfNeeded,
  fileApproval,
  lockStaffDayTotal,
  type RequestedApproval,
} from '#lib/approvals/ask-approval.ts'
import {
  type ApprovalHandler,
  type Confirmation,
  confirmApproval,
  confirmationForAudit,
  refuseApproval,
} from '#lib/approvals/decide-approval.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import type { AppError } from '#lib/core/errors.ts'
import { unknownMember } from '#lib/members/errors.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import {
  adjustedMemberLeft,
  adjustmentAboveBalance,
  adjustmentAboveLimit,
  adjustmentAlreadyDecided,
  adjustmentKeyReused,
  adjustmentReasonMissing,
  unknownAdjustment,
} from './errors.ts'
import { movePoints } from './move-points.ts'
import { balanceOf } from './queries.ts'

type AdjustmentStatus = 'WAITING' | 'DONE' | 'REJECTED'
/**
 * An adjustment as stored. `delta` is negative if points are taken away. `askedBy` is the member id of the staff member
 * who requested it.
 */
type Adjustment = {
  id: number
  memberId: number
  delta: Points
  reason: string
  status: AdjustmentStatus
  askedBy: number
}
/** An adjustment that a staff member requests, with the limits that apply to it. */
type AdjustmentRequest = {
  memberId: number
  delta: Points
  reason: string
  /**
   * Value of the setting ADJUSTMENT_LIMIT: only an OWNER may request a larger adjustment, and another OWNER must
   * confirm it, or he himself if there is none.
   */
  limit: Points
  /** Sums above which a second person must approve: one for a single act, one for a staff member's whole day. */
  limits: ApprovalLimits
  /** Idempotency key of the HTTP request; null if it has none. */
  key: string | null
}

/**
 * The adjustment's status, and the member's balance (`point`) in points. `approval` is the request for approval, if
 * this call filed one.
 */
export type AdjustmentResult = { id: number; status: AdjustmentStatus; point: number; approval?: RequestedApproval }

const adjustmentColumns = 'id, member_id, delta, reason, status, asked_by'

/** Fields of the audit row of an adjustment or its refusal. */
const auditFieldsOf = ({ id, memberId, delta, reason }: Adjustment, confirmation?: Confirmation) => ({
  subjectType: 'member',
  subjectId: memberId,
  after: { adjustment: id, delta: pointsToNumber(delta), ...confirmationForAudit(confirmation) },
  reason,
})

/**
 * Locks the member's balance, then checks that his account isn't deleted. The deletion of an account takes the same
 * lock, so it can't happen between this check and the adjustment.
 * @throws `refusal` his account is deleted or doesn't exist
 */
async function lockMember(tx: Db, memberId: number, refusal: () => AppError): Promise<void> {
  await tx.rows('SELECT 1 FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const members = await tx.rows('SELECT 1 FROM members WHERE id = $1 AND deleted_at IS NULL', [memberId])
  if (members.length === 0) throw refusal()
}

/**
 * Writes the adjustment into the ledger, at most once: its id is part of the ledger entry's unique key. The entry's
 * actor is the staff member who requested the adjustment, even if a second person confirmed it.
 */
async function bookAdjustment(
  tx: Db,
  actor: StaffActor,
  adjustment: Adjustment,
  confirmation?: Confirmation,
): Promise<void> {
  const result = await movePoints(tx, actor, {
    memberId: adjustment.memberId,
    kind: 'ADJUSTMENT',
    delta: adjustment.delta,
    refType: 'adjustment',
    refId: adjustment.id,
    reason: adjustment.reason,
  })
  if (result === 'INSUFFICIENT') throw adjustmentAboveBalance()
  if (result === 'ALREADY') throw adjustmentAlreadyDecided()
  await markDecided(tx, adjustment.id, 'DONE', confirmation?.confirmedBy ?? actor.memberId)
  await recordAudit(tx, actor, { action: 'points.adjust', ...auditFieldsOf(adjustment, confirmation) })
}

const markDecided = (tx: Db, id: number, status: AdjustmentStatus, decidedBy: number) =>
  tx.rows('UPDATE adjustments SET status = $2, decided_by = $3, decided_at = now() WHERE id = $1', [
    id,
    status,
    decidedBy,
  ])

async function resultOf(tx: Db, { id, memberId }: Adjustment, status: AdjustmentStatus, approval?: RequestedApproval) {
  return { id, status, point: pointsToNumber(await balanceOf(tx, memberId)), ...(approval && { approval }) }
}

/**
 * Stores the requested adjustment. For a retry with the same idempotency key, returns the stored adjustment, with
 * `isNew` false.
 * @throws CONFLICT the key was used for another adjustment
 */
async function storeRequest(
  tx: Db,
  actor: StaffActor,
  request: AdjustmentRequest,
): Promise<{ adjustment: Adjustment; isNew: boolean }> {
  const { memberId, delta, reason, key } = request
  const [inserted] = await tx.rows<Adjustment>(
    `INSERT INTO adjustments (member_id, delta, reason, asked_by, idempotency_key) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (asked_by, idempotency_key) DO NOTHING RETURNING ${adjustmentColumns}`,
    [memberId, delta, reason, actor.memberId, key],
  )
  if (inserted) return { adjustment: inserted, isNew: true }
  const [stored] = await tx.rows<Adjustment>(
    `SELECT ${adjustmentColumns} FROM adjustments WHERE asked_by = $1 AND idempotency_key = $2`,
    [actor.memberId, key],
  )
  if (!stored || stored.memberId !== memberId || stored.delta !== delta || stored.reason !== reason)
    throw adjustmentKeyReused()
  return { adjustment: stored, isNew: false }
}

const absoluteAmount = (delta: Points): Points => (delta < 0n ? -delta : delta)

/**
 * If a second person must confirm the adjustment, files a request for approval and returns it. Above ADJUSTMENT_LIMIT
 * this must be another OWNER. Returns null if the adjustment may be booked at once.
 */
function requestApproval(
  tx: Db,
  actor: StaffActor,
  { id, memberId, delta, reason }: Adjustment,
  { limit, limits }: AdjustmentRequest,
): Promise<RequestedApproval | null> {
  const [kind, subjectType, subjectId] = ['ADJUSTMENT', 'adjustment', id] as const
  const act = {
    kind,
    subjectType,
    subjectId,
    memberId,
    amount: absoluteAmount(delta),
    reason,
    payload: { delta: String(delta) },
  }
  if (act.amount > limit) return fileApproval(tx, actor, { ...act, why: 'LIMIT', needs: 'OWNER' })
  return askApprovalIfNeeded(tx, actor, { ...act, limits })
}

/**
 * Credits or debits a member's points for staff. An adjustment within the approval limits, of a member who isn't staff,
 * is booked at once; any other is booked when a second person confirms it. Above ADJUSTMENT_LIMIT, only an OWNER may
 * request it and another OWNER must confirm it, or he himself if there is none. A retry with the same idempotency key books nothing.
 * @throws BAD_INPUT no reason; NOT_FOUND; FORBIDDEN above ADJUSTMENT_LIMIT and not an OWNER; OWN_ACCOUNT; CONFLICT it
 *   takes more than the balance, or the idempotency key was used for another adjustment
 */
export async function adjustPoints(
  db: Database,
  actor: StaffActor,
  request: AdjustmentRequest,
): Promise<AdjustmentResult> {
  const isLarge = absoluteAmount(request.delta) > request.limit
  if (request.reason === '') throw adjustmentReasonMissing()
  const { memberId } = request
  await refuseOwnAccount(db, actor, { action: 'points.adjust', subjectType: 'member', subjectId: memberId })
  if (isLarge && actor.role !== 'OWNER') throw adjustmentAboveLimit()
  return db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    await lockMember(tx, memberId, unknownMember)
    const { adjustment, isNew } = await storeRequest(tx, actor, request)
    if (!isNew) return resultOf(tx, adjustment, adjustment.status)
    // Refused now, and again when it is booked, because the balance may fall while the adjustment waits.
    if ((await balanceOf(tx, memberId)) + request.delta < 0n) throw adjustmentAboveBalance()
    const approval = await requestApproval(tx, actor, adjustment, request)
    if (approval) return resultOf(tx, adjustment, 'WAITING', approval)
    await bookAdjustment(tx, actor, adjustment)
    return resultOf(tx, adjustment, 'DONE')
  })
}

const lockAdjustment = async (tx: Db, id: number): Promise<Adjustment> => {
  const [adjustment] = await tx.rows<Adjustment>(
    `SELECT ${adjustmentColumns} FROM adjustments WHERE id = $1 FOR UPDATE`,
    [id],
  )
  if (!adjustment) throw unknownAdjustment()
  return adjustment
}

/**
 * Handler of ADJUSTMENT requests: books the adjustment once a second person has confirmed. `lock` locks the member's
 * balance first, as `adjustPoints` does, because locking in the same sequence prevents deadlocks.
 */
export const adjustmentHandler: ApprovalHandler = {
  lock: async (tx, { memberId }) => {
    await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  },
  run: async (tx, { approval, asker, ...confirmation }) => {
    const adjustment = await lockAdjustment(tx, approval.subjectId)
    if (adjustment.status !== 'WAITING') throw adjustmentAlreadyDecided()
    await lockMember(tx, adjustment.memberId, adjustedMemberLeft)
    await bookAdjustment(tx, asker, adjustment, confirmation)
    return resultOf(tx, adjustment, 'DONE')
  },
  refused: async (tx, actor, { subjectId }) => {
    const adjustment = await lockAdjustment(tx, subjectId)
    await markDecided(tx, subjectId, 'REJECTED', actor.memberId)
    await recordAudit(tx, actor, { action: 'points.refuse', ...auditFieldsOf(adjustment) })
  },
}

type AdjustmentDecision = { id: number; confirmed: boolean; reason: string }

/**
 * Confirms or refuses an adjustment that waits for a second person.
 * @throws NOT_FOUND; CONFLICT the adjustment was booked without a second person, is decided already, or takes more than
 *   the balance by now; all errors of `confirmApproval` and `refuseApproval`
 */
export async function decideAdjustment(
  db: Database,
  actor: StaffActor,
  { id, confirmed, reason }: AdjustmentDecision,
): Promise<AdjustmentResult> {
  const [adjustment] = await db.rows<Adjustment & { approvalId: number | null }>(
    `SELECT ${adjustmentColumns}, (SELECT a.id FROM approvals a WHERE a.subject_type = 'adjustment' AND a.subject_id = adjustments.id
       ORDER BY a.id DESC LIMIT 1) AS approval_id FROM adjustments WHERE id = $1`,
    [id],
  )
  if (!adjustment) throw unknownAdjustment()
  if (adjustment.approvalId === null) throw adjustmentAlreadyDecided()
  const decision = { id: adjustment.approvalId, reason, handlerOf: () => adjustmentHandler }
  await (confirmed ? confirmApproval : refuseApproval)(db, actor, decision)
  return resultOf(db, adjustment, confirmed ? 'DONE' : 'REJECTED')
}
