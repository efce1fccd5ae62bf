import {
  type ApplyAll,
  conflict,
  type Model,
  type ModelOrder,
  notFound,
  type Outcome,
  ok,
  orderStatus,
  type RequestKind,
} from './state.ts'

// Members' requests about placed orders (docs/contract.md#requests). No provider has these orders, so staff answer.

const { INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus

/** True while the order is under way: it has begun and isn't ended. */
const isUnderWay = ({ status }: ModelOrder): boolean => status === PROCESSING || status === INPROGRESS

/** Stores the request. Returns false if the order has a request of this kind that is open or less than a day old. */
function ask(model: Model, key: string, of: string, kind: RequestKind): boolean {
  const same = Object.values(model.requests).filter((request) => request.of === of && request.kind === kind)
  if (same.some(({ state, isOld }) => state === 'ASKED' || !isOld)) return false
  model.requests[key] = { of, kind, state: 'ASKED', isOld: false }
  return true
}

/** Requests the cancellation of an order that isn't PENDING any more. `key` is the key of the new request. */
export function requestCancel(model: Model, key: string, orderKey: string): Outcome {
  const order = model.orders[orderKey]
  const isOffered = order?.isDefault && isUnderWay(order)
  return isOffered && ask(model, key, orderKey, 'CANCEL') ? ok() : conflict
}

/** Ends the open requests about the order with this key, if the order changes to a final status (`status`). */
export function endRequests(model: Model, orderKey: string, status: number): void {
  if (status !== COMPLETED && status !== PARTIAL && status !== CANCELED) return
  for (const request of Object.values(model.requests)) {
    if (request.of !== orderKey || request.state !== 'ASKED') continue
    const isDone = { CANCEL: status !== COMPLETED, SPEED_UP: status !== CANCELED, REFILL: false }[request.kind]
    request.state = isDone ? 'DONE' : 'REFUSED'
  }
}

/**
 * True if the present count stated by a member rules out a refill: nothing has dropped, or the count is below the count
 * before the order.
 */
const isWrongCount = ({ startCount, amount }: ModelOrder, count: number | null): boolean =>
  startCount !== null && count !== null && (count >= startCount + amount || count < startCount)

/** For each of these steps, the function that performs it in the model. */
export const requestSteps: ApplyAll<'refill' | 'speedUp' | 'dayAfterOrder' | 'answer'> = {
  refill: (model, { key, who, of, currentCount }) => {
    const order = model.orders[of]
    if (!order || order.by !== who) return notFound
    if (!order.isDefault || order.status !== COMPLETED || order.refunded > 0) return conflict
    if (isWrongCount(order, currentCount)) return conflict
    return ask(model, key, of, 'REFILL') ? ok(201) : conflict
  },
  speedUp: (model, { key, who, of }) => {
    const order = model.orders[of]
    if (!order || order.by !== who) return notFound
    if (!isUnderWay(order) || !order.isOld) return conflict
    return ask(model, key, of, 'SPEED_UP') ? ok(201) : conflict
  },
  dayAfterOrder: (model, { of }) => {
    const order = model.orders[of]
    if (order) order.isOld = true
    for (const request of Object.values(model.requests)) if (request.of === of) request.isOld = true
    return ok()
  },
  answer: (model, { of, state }) => {
    const request = model.requests[of]
    if (!request) return notFound
    // Staff grant a cancellation by cancelling the order, not by an answer.
    if (request.state !== 'ASKED' || (request.kind === 'CANCEL' && state === 'DONE')) return conflict
    request.state = state
    return ok()
  },
}
