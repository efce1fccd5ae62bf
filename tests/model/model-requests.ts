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

// What a member asks about an order that was placed (docs/contract.md#requests). No provider has it, so that staff
// answer.

const { INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus

/** True while the order is under way, that is open and begun. */
const isUnderWay = ({ status }: ModelOrder): boolean => status === PROCESSING || status === INPROGRESS

/** Stores the request, unless one of this kind is open or less than a day old. */
function ask(model: Model, key: string, of: string, kind: RequestKind): boolean {
  const same = Object.values(model.requests).filter((request) => request.of === of && request.kind === kind)
  if (same.some(({ state, isOld }) => state === 'ASKED' || !isOld)) return false
  model.requests[key] = { of, kind, state: 'ASKED', isOld: false }
  return true
}

/** Asks for the cancellation of an order that isn't PENDING any more. */
export function requestCancel(model: Model, key: string, of: string): Outcome {
  const order = model.orders[of]
  const isOffered = order?.isDefault && isUnderWay(order)
  return isOffered && ask(model, key, of, 'CANCEL') ? ok() : conflict
}

/** Ends what was asked about an order that gets this status. */
export function endRequests(model: Model, of: string, to: number): void {
  if (to !== COMPLETED && to !== PARTIAL && to !== CANCELED) return
  for (const request of Object.values(model.requests)) {
    if (request.of !== of || request.state !== 'ASKED') continue
    const isDone = { CANCEL: to !== COMPLETED, SPEED_UP: to !== CANCELED, REFILL: false }[request.kind]
    request.state = isDone ? 'DONE' : 'REFUSED'
  }
}

/** True if the count that a member states speaks against a refill: nothing has dropped, or followers from before the order. */
const isWrongCount = ({ startCount, amount }: ModelOrder, count: number | null): boolean =>
  startCount !== null && count !== null && (count >= startCount + amount || count < startCount)

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
    // A cancellation is done by cancelling the order.
    if (request.state !== 'ASKED' || (request.kind === 'CANCEL' && state === 'DONE')) return conflict
    request.state = state
    return ok()
  },
}
