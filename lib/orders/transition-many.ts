import { lockDayTotal } from '#lib/approvals/ask-approval.ts'
import type { ApprovalWhy } from '#lib/approvals/labels.ts'
import { refuseOwnAccount } from '#lib/approvals/own-account.ts'
import { type ApprovalLimits, exceedsLimit } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import type { Idempotency } from '#lib/core/call.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { storeAnswer, storedAnswer } from '#lib/idempotency/stored-answer.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { OrderStatus } from './labels.ts'
import { ordersById } from './queries/orders-by-id.ts'
import { canRefund } from './rules.ts'
import type { ManyResult } from './schema.ts'
import { lockOrder, refundNeedingApproval, transitionOrWait } from './transition-by-staff.ts'

const CALL = 'POST /api/admin/orders/transitions'

type ManyTransitions = {
  orders: readonly { id: number; from: number }[]
  status: OrderStatus
  reason: string
  limits: ApprovalLimits
  idempotency: Idempotency | null
}

/** The answer for one order, stored under the batch's key; `counted` is the refund that counts against the limits. */
type StoredResult = ManyResult & { counted: string }

/** One order's part of a batch: its request has the batch's key with the order's number behind it. */
const keyedBy = (actor: StaffActor, idempotency: Idempotency | null, part: number | 'batch') => ({
  memberId: actor.memberId,
  call: CALL,
  idempotency: idempotency && { ...idempotency, key: `${idempotency.key}#${part}` },
})

/**
 * Marks the key of a batch as used, before anything is done under it.
 * @throws CONFLICT it was used for another batch
 */
const claimKey = (db: Database, actor: StaffActor, idempotency: Idempotency | null): Promise<void> =>
  db.transaction(async (tx) => {
    await lockDayTotal(tx, actor.memberId)
    const request = keyedBy(actor, idempotency, 'batch')
    if ((await storedAnswer(tx, request)) === null) await storeAnswer(tx, request, {})
  })

/**
 * Sum of the refunds of a batch that count against the limits. An order that a first attempt of the batch has moved
 * counts as it did then, so that a retry after a crash doesn't look smaller than it is.
 */
async function countedSum(db: Db, actor: StaffActor, { orders, status, reason, idempotency }: ManyTransitions) {
  let sum: Points = 0n
  const states = await ordersById(
    db,
    orders.map(({ id }) => id),
  )
  for (const { id } of orders) {
    const stored = await storedAnswer<StoredResult>(db, keyedBy(actor, idempotency, id))
    const order = states.get(id)
    if (stored) sum += BigInt(stored.counted)
    else if (order) sum += refundNeedingApproval(order, { status, remains: null, reason: reason || '-' })
  }
  return sum
}

/**
 * Transitions several orders for staff, each in a transaction of its own with its own audit row, so that a refused one
 * stops none of the others. If their refunds together exceed what one person may approve at once, each of them waits for a
 * second person. A repetition with the same key does only what is left to do, and answers the rest as before.
 * @throws CONFLICT the key was used for another batch
 */
export async function transitionMany(db: Database, actor: StaffActor, batch: ManyTransitions): Promise<ManyResult[]> {
  await claimKey(db, actor, batch.idempotency)
  const why = exceedsLimit(await countedSum(db, actor, batch), batch.limits.each) ? 'LIMIT' : null
  const results = []
  for (const order of batch.orders) results.push(await transitionOne(db, actor, batch, { ...order, why }))
  return results
}

type Part = { id: number; from: number; why: ApprovalWhy | null }

async function transitionOne(db: Database, actor: StaffActor, batch: ManyTransitions, part: Part): Promise<ManyResult> {
  try {
    if (canRefund(batch.status))
      await refuseOwnAccount(db, actor, { action: 'order.transition', subjectType: 'order', subjectId: part.id })
    const { counted: _, ...result } = await db.transaction((tx) => transitionOnce(tx, actor, batch, part))
    return result
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { id: part.id, result: 'REFUSED', refund: 0, message: error.message }
  }
}

async function transitionOnce(
  tx: Db,
  actor: StaffActor,
  { status, reason, limits, idempotency }: ManyTransitions,
  { id, from, why }: Part,
): Promise<StoredResult> {
  await lockDayTotal(tx, actor.memberId)
  const request = keyedBy(actor, idempotency, id)
  const stored = await storedAnswer<StoredResult>(tx, request)
  if (stored) return stored
  const before = await lockOrder(tx, id)
  const counted = refundNeedingApproval(before, { status, remains: null, reason })
  const transition = { orderId: id, status, remains: null, startCount: null, reason, limits, why }
  const { refunded, approval } = await transitionOrWait(tx, actor, { ...transition, from: from as OrderStatus })
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
