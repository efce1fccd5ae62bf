import { lockStaffDayTotal } from '#lib/approvals/ask-approval.ts'
import type { ApprovalWhy } from '#lib/approvals/labels.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import { type ApprovalLimits, exceedsLimit } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Idempotency } from '#lib/core/call.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { readStoredAnswer, storeAnswer } from '#lib/idempotency/stored-answer.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { OrderStatus } from './labels.ts'
import { ordersById } from './queries/orders-by-id.ts'
import { refundInBatch } from './refund-in-batch.ts'
import { canTransitionRefund } from './rules.ts'
import type { BatchTransitionResult } from './staff-schema.ts'
import { lockOrder, refundNeedingApproval, transitionOrRequestApproval } from './transition-by-staff.ts'

/** Name of the call for which idempotency keys are stored here. */
const CALL = 'POST /api/admin/orders/transitions'

type TransitionBatch = {
  orders: readonly { id: number; from: number }[]
  status: OrderStatus
  reason: string
  limits: ApprovalLimits
  idempotency: Idempotency | null
}

/**
 * The result for one order, stored under an idempotency key of its own. `counted`: the part of its refund that counts
 * towards the approval limits, in hundredths of a point.
 */
type StoredResult = BatchTransitionResult & { counted: string }

/**
 * Arguments of `readStoredAnswer` and `storeAnswer` for one order of a batch (`subject`: its id) or for the whole
 * batch. Appends '#' and the order's id, or '#batch', to the idempotency key of the HTTP request.
 */
const storedAnswerArguments = (actor: StaffActor, idempotency: Idempotency | null, subject: number | 'batch') => ({
  memberId: actor.memberId,
  call: CALL,
  idempotency: idempotency && { ...idempotency, key: `${idempotency.key}#${subject}` },
})

/**
 * Stores the idempotency key of a batch before any of its orders is transitioned.
 * @throws CONFLICT the key was used for another batch
 */
const claimKey = (db: Database, actor: StaffActor, idempotency: Idempotency | null): Promise<void> =>
  db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    const request = storedAnswerArguments(actor, idempotency, 'batch')
    if ((await readStoredAnswer(tx, request)) === null) await storeAnswer(tx, request, {})
  })

/**
 * Sum of a batch's refunds that count towards the approval limits, in hundredths of a point. In a retry, orders that an
 * earlier attempt has transitioned, or made wait, count with their stored refund: otherwise the rest of the batch alone
 * might stay below the limits.
 */
async function countedSum(db: Db, actor: StaffActor, { orders, status, idempotency }: TransitionBatch) {
  let sum: Points = 0n
  const states = await ordersById(
    db,
    orders.map(({ id }) => id),
  )
  for (const { id } of orders) {
    const stored = await readStoredAnswer<StoredResult>(db, storedAnswerArguments(actor, idempotency, id))
    const order = states.get(id)
    if (stored) sum += BigInt(stored.counted)
    else if (order) sum += refundInBatch(order, status)
  }
  return sum
}

/**
 * Transitions several orders for staff, each in a transaction of its own with an audit row, so that a refused order
 * doesn't stop the others. If the refunds that count towards the limits exceed together what one staff member may
 * approve at once, each of them waits for a second person. A retry with the same idempotency key returns the stored
 * results of orders that were transitioned or wait, and tries the others again.
 * @throws CONFLICT the key was used for another batch
 */
export async function transitionMany(
  db: Database,
  actor: StaffActor,
  batch: TransitionBatch,
): Promise<BatchTransitionResult[]> {
  await claimKey(db, actor, batch.idempotency)
  const why = exceedsLimit(await countedSum(db, actor, batch), batch.limits.perAction) ? 'LIMIT' : null
  const results = []
  for (const order of batch.orders) results.push(await transitionInOwnTransaction(db, actor, batch, { ...order, why }))
  return results
}

/** One order of a batch. `why`: why its refund needs a second person, if the whole batch is the reason; else null. */
type BatchOrder = { id: number; from: number; why: ApprovalWhy | null }

/** Transitions one order of the batch in a transaction; an AppError becomes a result REFUSED. */
async function transitionInOwnTransaction(
  db: Database,
  actor: StaffActor,
  batch: TransitionBatch,
  order: BatchOrder,
): Promise<BatchTransitionResult> {
  try {
    if (canTransitionRefund(batch.status))
      await refuseOwnAccount(db, actor, { action: 'order.transition', subjectType: 'order', subjectId: order.id })
    const { counted: _, ...result } = await db.transaction((tx) => transitionOrReadResult(tx, actor, batch, order))
    return result
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { id: order.id, result: 'REFUSED', refund: 0, message: error.message }
  }
}

/** Transitions one order of the batch, or returns its stored result if an earlier attempt has done so. */
async function transitionOrReadResult(
  tx: Db,
  actor: StaffActor,
  { status, reason, limits, idempotency }: TransitionBatch,
  { id, from, why }: BatchOrder,
): Promise<StoredResult> {
  await lockStaffDayTotal(tx, actor.memberId)
  const request = storedAnswerArguments(actor, idempotency, id)
  const stored = await readStoredAnswer<StoredResult>(tx, request)
  if (stored) return stored
  const before = await lockOrder(tx, id)
  const counted = refundNeedingApproval(before, { status, remains: null, reason })
  const transition = { orderId: id, status, remains: null, startCount: null, reason, limits, why }
  const { refunded, approval } = await transitionOrRequestApproval(tx, actor, {
    ...transition,
    from: from as OrderStatus,
  })
  const result: StoredResult = {
    id,
    result: approval ? 'WAITING' : 'MOVED',
    refund: approval ? 0 : pointsToNumber(refunded - before.refunded),
    message: null,
    counted: String(counted),
  }
  await storeAnswer(tx, request, result)
  return result
}
