import type { Database, Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { pointsToNumber } from '#lib/money/points.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { noteOrder, recordProgress } from '#lib/orders/note-order.ts'
import { decideTransition, isTerminal, type OrderState } from '#lib/orders/rules.ts'
import { settleOrder } from '#lib/orders/settle-order.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { deliveryNotes } from '../labels.ts'
import type { Heard } from '../rules.ts'

const { PENDING, INPROGRESS, PARTIAL } = orderStatus

/** A provider's word on one order. */
export type Word = { attemptId: number; orderId: number; providerId: number; lastHeard: string | null; heard: Heard }

type Said = Exclude<Heard, { error: string }>

const actorOf = ({ providerId }: Word): string => `worker:${providerId}`

const keyOf = (heard: Heard): string =>
  'error' in heard ? heard.error : `${heard.status} ${heard.remains} ${heard.startCount}`

/** Most of what a provider says it has said before: of an order that goes on nothing is to be done then. */
export const isNoNews = ({ heard, lastHeard }: Word): boolean =>
  keyOf(heard) === lastHeard && ('error' in heard || !isTerminal(heard.status))

async function tellUnclear(tx: Db, { orderId, providerId }: Word, heard: object): Promise<void> {
  await fileTask(tx, { kind: 'DELIVERY_UNCLEAR', refType: 'order', refId: orderId, detail: { providerId, ...heard } })
}

/**
 * By the table of docs/contract.md#order-transitions, as the worker. What is partly done before it was seen to begin
 * did begin.
 */
async function move(tx: Db, word: Word, order: OrderState, said: Said): Promise<void> {
  const unseen = order.status === PENDING && said.status === PARTIAL
  const from = unseen ? { ...order, status: INPROGRESS } : order
  const decision = decideTransition(from, { ...said, by: 'worker', reason: '' })
  if ('refused' in decision) {
    if (decision.refused === 'REMAINS') await tellUnclear(tx, word, said)
    else await recordProgress(tx, { orderId: word.orderId, ...said })
    return
  }
  if (unseen) await step(tx, word, { ...said, status: INPROGRESS, remains: null })
  await step(tx, word, said)
}

async function step(tx: Db, word: Word, { status, remains, startCount }: Said): Promise<void> {
  const { orderId } = word
  await settleOrder(tx, { orderId, status, remains, startCount, by: 'worker', actor: actorOf(word), reason: '' })
}

/** What it would mean if staff let it count: null when it changes nothing. */
function lateMeaning(order: OrderState, { status, remains }: Said) {
  if (!isTerminal(status)) return null
  const decision = decideTransition(order, { status, remains, by: 'staff', reason: 'late' })
  if (status === order.status && ('refused' in decision || decision.refunded === order.refunded)) return null
  const refund = 'refused' in decision ? 0 : pointsToNumber(decision.refunded - order.refunded)
  return { refund, applicable: !('refused' in decision) }
}

/**
 * After the end nothing moves by itself (docs/contract.md#order-transitions): an event, and a task with the refund it
 * would mean.
 */
async function hearLate(tx: Db, word: Word, order: OrderState, said: Said): Promise<void> {
  const meaning = lateMeaning(order, said)
  if (!meaning) return
  const { orderId, providerId } = word
  await noteOrder(tx, { orderId, actor: actorOf(word), reason: deliveryNotes.heardLate })
  const detail = { providerId, status: said.status, remains: said.remains, startCount: said.startCount, ...meaning }
  await fileTask(tx, { kind: 'DELIVERY_LATE', refType: 'order', refId: orderId, detail })
}

/** Days after its end in which an order is still asked about, once an hour: some providers take back what they said. */
const WATCHED = 3

const remember = `
  UPDATE provider_attempts a SET last_heard = $2, next_poll_at = CASE WHEN NOT $3::boolean THEN next_poll_at
    WHEN (SELECT max(at) FROM order_events e WHERE e.order_id = a.order_id) > now() - ${WATCHED} * interval '1 day'
    THEN now() + interval '1 hour' END
  WHERE id = $1`

async function hear(tx: Db, word: Word, order: OrderState): Promise<void> {
  const { heard, orderId } = word
  const news = keyOf(heard) !== word.lastHeard
  const ended = isTerminal(order.status)
  if (news) log.debug('heard of an order', { orderId, heard: keyOf(heard) })
  if ('error' in heard) {
    if (news && !ended) await tellUnclear(tx, word, heard)
    return
  }
  if (news) await dropTasks(tx, { kinds: ['DELIVERY_UNCLEAR'], refType: 'order', refId: orderId })
  if (!ended) await move(tx, word, order, heard)
  else if (news) await hearLate(tx, word, order, heard)
}

/** Lets a provider's word on an order count, in one transaction with the memory of it. */
export async function hearUpdate(db: Database, word: Word): Promise<void> {
  const { attemptId, orderId, heard } = word
  await db.transaction(async (tx) => {
    const [order] = await tx.rows<OrderState>(
      'SELECT status, amount, remains, price, refunded FROM orders WHERE id = $1 FOR UPDATE',
      [orderId],
    )
    if (!order) return
    await hear(tx, word, order)
    const over = isTerminal(order.status) || (!('error' in heard) && isTerminal(heard.status))
    await tx.rows(remember, [attemptId, keyOf(heard), over])
  })
}
