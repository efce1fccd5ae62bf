import { askApprovalIfNeeded, fileApproval, lockDayTotal, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import { type ApprovalHandler, type Confirmation, confirmationForAudit } from '#lib/approvals/decide-approval.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Idempotency } from '#lib/core/call.ts'
import { randomCharacters } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { storeAnswer, storedAnswer } from '#lib/idempotency/stored-answer.ts'
import { type Points, pointsToNumber, wholePoints } from '#lib/money/points.ts'
import { budgetAboveLimit, promotionNotActive, unknownPromotion } from './errors.ts'
import { couponCode } from './labels.ts'
import type { CreatedPromotion, PromotionInput } from './schema.ts'

type PromotionRequest = {
  input: PromotionInput
  /**
   * Value of the setting ADJUSTMENT_LIMIT. Only an OWNER may ask for a larger budget, and another OWNER confirms it.
   */
  limit: Points
  /** Limits for each act and for a day above which any act of one person needs a second person's approval. */
  limits: ApprovalLimits
  idempotency: Idempotency | null
}

const CREATE_CALL = 'promotion'

const wholeOrNull = (points: number | null): Points | null => (points === null ? null : wholePoints(points))

async function insertPromotion(tx: Db, actor: StaffActor, input: PromotionInput) {
  const code = input.kind === 'COUPON' ? randomCharacters(couponCode.length, couponCode.alphabet) : null
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
 * Requests a second person's approval if an adjustment of as many points as the budget would need one, because a
 * promotion also gives points away. Returns null if none is needed.
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

async function activate(tx: Db, actor: StaffActor, id: number, confirmation?: Confirmation): Promise<void> {
  const [active] = await tx.rows<{ kind: string; name: string; budget: Points }>(
    "UPDATE promotions SET state = 'ACTIVE', activated_at = now() WHERE id = $1 AND state = 'WAITING' RETURNING kind, name, budget",
    [id],
  )
  if (!active) throw promotionNotActive()
  const after = { kind: active.kind, name: active.name, budget: pointsToNumber(active.budget) }
  await recordAudit(tx, actor, {
    action: 'promotion.create',
    subjectType: 'promotion',
    subjectId: id,
    after: { ...after, ...confirmationForAudit(confirmation) },
  })
}

/**
 * Creates a bonus or a coupon, with a random code; above the staff member's limits it waits for a second person. A
 * request repeated with the same idempotency key gets the first answer.
 * @throws FORBIDDEN the budget is above ADJUSTMENT_LIMIT and the actor isn't an OWNER; CONFLICT the key was used for
 *   another request
 */
export async function createPromotion(
  db: Database,
  actor: StaffActor,
  request: PromotionRequest,
): Promise<CreatedPromotion> {
  if (wholePoints(request.input.budget) > request.limit && actor.role !== 'OWNER') throw budgetAboveLimit()
  const keyed = { memberId: actor.memberId, call: CREATE_CALL, idempotency: request.idempotency }
  return db.transaction(async (tx) => {
    await lockDayTotal(tx, actor.memberId)
    const first = await storedAnswer<CreatedPromotion>(tx, keyed)
    if (first) return first
    const made = await insertPromotion(tx, actor, request.input)
    const approval = await requestApproval(tx, actor, made, request)
    if (!approval) await activate(tx, actor, made.id)
    const state = approval ? 'WAITING' : 'ACTIVE'
    const answer: CreatedPromotion = { id: made.id, state, code: made.code, ...(approval && { approval }) }
    await storeAnswer(tx, keyed, answer)
    return answer
  })
}

/** Handler of PROMOTION requests: the promotion begins once a second person has confirmed, and never if refused. */
export const promotionHandler: ApprovalHandler = {
  lock: (tx, { subjectId }) => tx.rows('SELECT FROM promotions WHERE id = $1 FOR UPDATE', [subjectId]),
  run: (tx, { approval, asker, ...confirmation }) => activate(tx, asker, approval.subjectId, confirmation),
  refused: async (tx, actor, { subjectId }) => {
    const refused = await tx.rows(
      "UPDATE promotions SET state = 'REFUSED' WHERE id = $1 AND state = 'WAITING' RETURNING id",
      [subjectId],
    )
    if (refused.length === 0) throw unknownPromotion()
    await recordAudit(tx, actor, { action: 'promotion.reject', subjectType: 'promotion', subjectId })
  },
}
