import {
  askApprovalIfNeeded,
  fileApproval,
  lockStaffDayTotal,
  type RequestedApproval,
} from '#lib/approvals/ask-approval.ts'
import { type ApprovalHandler, type Confirmation, confirmationForAudit } from '#lib/approvals/decide-approval.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Idempotency } from '#lib/core/call.ts'
import { randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { readStoredAnswer, storeAnswer } from '#lib/idempotency/stored-answer.ts'
import { type Points, pointsToNumber, wholePoints } from '#lib/money/points.ts'
import { budgetAboveLimit, promotionNotWaiting } from './errors.ts'
import { couponCodeFormat } from './labels.ts'
import { type CreatedPromotion, createdPromotion, type PromotionInput } from './schema.ts'

type PromotionRequest = {
  input: PromotionInput
  /**
   * Value of the setting ADJUSTMENT_LIMIT. Only an OWNER may create a promotion with a larger budget, and another OWNER
   * has to confirm it.
   */
  limit: Points
  /**
   * Budgets above which a second person must approve: one limit for a single act, one for a staff member's whole day.
   */
  limits: ApprovalLimits
  idempotency: Idempotency | null
}

/** Name of the call for which idempotency keys are stored here. */
const CREATE_CALL = 'promotion'

const wholeOrNull = (points: number | null): Points | null => (points === null ? null : wholePoints(points))

/** Stores a promotion in the state WAITING. */
async function insertPromotion(tx: Db, actor: StaffActor, input: PromotionInput) {
  const code = input.kind === 'COUPON' ? randomCharacters(couponCodeFormat.length, couponCodeFormat.alphabet) : null
  const { id } = await oneRow<{ id: number }>(
    tx,
    `INSERT INTO promotions (kind, name, code, percent, point, max_point, min_charge, once, starts_at, ends_at, budget, max_grants,
       created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id`,
    [
      ...[input.kind, input.name, code, input.percent === null ? null : Math.round(input.percent * 100)],
      ...[wholeOrNull(input.point), wholeOrNull(input.maxPoint), wholePoints(input.minCharge), input.once],
      ...[input.startsAt, input.endsAt, wholePoints(input.budget), input.maxGrants, actor.memberId],
    ],
  )
  return { id, code, budget: wholePoints(input.budget), name: input.name }
}

/**
 * Requests a second person's approval if the budget needs it. The limits are the same as for an adjustment, because a
 * promotion gives points away too. Returns null if no approval is needed.
 */
function requestApproval(
  tx: Db,
  actor: StaffActor,
  { id, budget, name }: { id: number; budget: Points; name: string },
  { limit, limits }: PromotionRequest,
): Promise<RequestedApproval | null> {
  const subject = { kind: 'PROMOTION', subjectType: 'promotion', subjectId: id, memberId: null } as const
  const act = { ...subject, amount: budget, reason: name }
  if (budget > limit) return fileApproval(tx, actor, { ...act, why: 'LIMIT', needs: 'OWNER' })
  return askApprovalIfNeeded(tx, actor, { ...act, limits })
}

/**
 * Activates a WAITING promotion, and records its creation in the audit trail.
 * @throws CONFLICT it isn't WAITING any more
 */
async function activatePromotion(tx: Db, actor: StaffActor, id: number, confirmation?: Confirmation): Promise<void> {
  const [activated] = await tx.rows<{ kind: string; name: string; budget: Points }>(
    "UPDATE promotions SET state = 'ACTIVE', activated_at = now() WHERE id = $1 AND state = 'WAITING' RETURNING kind, name, budget",
    [id],
  )
  if (!activated) throw promotionNotWaiting()
  const after = { kind: activated.kind, name: activated.name, budget: pointsToNumber(activated.budget) }
  await recordAudit(tx, actor, {
    action: 'promotion.create',
    subjectType: 'promotion',
    subjectId: id,
    after: { ...after, ...confirmationForAudit(confirmation) },
  })
}

/**
 * Creates a bonus, or a coupon with a random code. If its budget is above the staff member's limits, it waits for a
 * second person. A retry with the same idempotency key gets the first response.
 * @throws FORBIDDEN the budget is above ADJUSTMENT_LIMIT and the actor isn't an OWNER; CONFLICT the key was used for
 *   another request
 */
export async function createPromotion(
  db: Database,
  actor: StaffActor,
  request: PromotionRequest,
): Promise<CreatedPromotion> {
  if (wholePoints(request.input.budget) > request.limit && actor.role !== 'OWNER') throw budgetAboveLimit()
  const requestKey = { memberId: actor.memberId, call: CREATE_CALL, idempotency: request.idempotency }
  return db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    const firstAnswer = await readStoredAnswer<CreatedPromotion>(tx, requestKey, createdPromotion)
    if (firstAnswer) return firstAnswer
    const promotion = await insertPromotion(tx, actor, request.input)
    const approval = await requestApproval(tx, actor, promotion, request)
    if (!approval) await activatePromotion(tx, actor, promotion.id)
    const state = approval ? 'WAITING' : 'ACTIVE'
    const answer: CreatedPromotion = { id: promotion.id, state, code: promotion.code, ...(approval && { approval }) }
    await storeAnswer(tx, requestKey, answer)
    return answer
  })
}

/**
 * Handler of PROMOTION requests: activates the promotion once a second person has confirmed, or ends it if he has
 * refused.
 */
export const promotionHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => tx.rows('SELECT FROM promotions WHERE id = $1 FOR UPDATE', [subjectId]),
  run: (tx, { approval, asker, ...confirmation }) => activatePromotion(tx, asker, approval.subjectId, confirmation),
  refused: async (tx, actor, { subjectId }) => {
    const refused = await tx.rows(
      "UPDATE promotions SET state = 'REFUSED' WHERE id = $1 AND state = 'WAITING' RETURNING id",
      [subjectId],
    )
    if (refused.length === 0) throw promotionNotWaiting()
    await recordAudit(tx, actor, { action: 'promotion.reject', subjectType: 'promotion', subjectId })
  },
}
