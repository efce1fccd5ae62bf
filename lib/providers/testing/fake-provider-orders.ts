import { type FakeSubscription, isFakeSubscription, statusOfFakeSubscription } from './fake-subscriptions.ts'

/**
 * Faults that a fake provider can simulate for an order. With a fault of the first row below, it doesn't accept the
 * order. With a fault of the second row, it accepts the order, but its response is missing, broken or unusual. With a
 * fault of the third row, it later reports a status that is unusual or not completed.
 *
 * - `silent`: no response.
 * - `cut`: the connection is closed.
 * - `riddle`: an error message that the shop doesn't know.
 * - `twice`: the response has the id of another order.
 * - `strange`: a status that the shop doesn't know.
 * - `lost`: the order isn't found any more.
 */
export const fakeFaults = [
  ...(['funds', 'badLink', 'active', 'riddle', '429', 'silentUntaken', 'cutUntaken'] as const),
  ...(['silent', 'cut', '5xx', 'html', 'twice', 'textId'] as const),
  ...(['partial', 'partialAtOnce', 'canceled', 'overDelivered', 'noRemains', 'strange', 'lost'] as const),
] as const

export type FakeFault = (typeof fakeFaults)[number]

export type FakeOrder = {
  id: number
  /** When the order arrived, in milliseconds since 1970. */
  arrivedAt: number
  service: string
  link: string
  quantity: number
  /** All parameters of the order as they were sent, without key and action. */
  parameters: Readonly<Record<string, string>>
  fault: FakeFault | undefined
  /** Progress of a subscription, if a test sets it; if absent, a post comes every `pace` seconds. */
  subscription?: FakeSubscription
}

type StatusResponse = Record<string, unknown>

const START_COUNT = 1_000

/** The statuses that a fake provider reports for an order, one after the other; each lasts `pace` seconds. */
const statusSequence = ['Pending', 'Processing', 'In progress', 'In progress', 'Completed'] as const

/** Last status response for an order, by the fault that changes how the order ends. */
const finalStates: Partial<Record<FakeFault, (quantity: number) => StatusResponse>> = {
  partial: (quantity) => ({ status: 'Partial', remains: String(Math.floor(quantity / 3)) }),
  canceled: (quantity) => ({ status: 'Cancelled', remains: quantity }),
  overDelivered: (quantity) => ({ status: 'completed', remains: String(-Math.ceil(quantity / 10)) }),
  noRemains: () => ({ status: 'Partial', remains: null }),
  strange: () => ({ status: 'Awaiting moonrise', remains: '?' }),
}

/** Status and remaining quantity of an order without faults, after `periods` times `pace` seconds. */
function stateAt(periods: number, quantity: number): StatusResponse {
  const status = statusSequence[Math.min(periods, statusSequence.length - 1)]
  const doneShare = Math.min(1, periods / (statusSequence.length - 1))
  return {
    status,
    remains: String(status === 'In progress' ? Math.floor(quantity * (1 - doneShare)) : doneShare < 1 ? quantity : 0),
  }
}

/**
 * Response to a status request for one order. `order` is undefined if the fake provider was restarted after the order
 * arrived. Then the time in the id decides: an old enough order is completed, any other isn't found.
 */
export function statusOfFakeOrder(order: FakeOrder | undefined, id: number, pace: number): StatusResponse {
  const age = (Date.now() - (order?.arrivedAt ?? id / 1_000)) / 1_000
  const commonFields = { charge: '0.10', start_count: String(START_COUNT), currency: 'KRW' }
  if (!order)
    return age > pace * statusSequence.length
      ? { ...commonFields, status: 'Completed', remains: '0' }
      : { error: 'Incorrect order ID' }
  const { fault, quantity } = order
  if (fault === 'lost') return { error: 'Incorrect order ID' }
  if (isFakeSubscription(order) && fault !== 'strange') return statusOfFakeSubscription(order, pace, order.subscription)
  if (fault === 'partialAtOnce') return { ...commonFields, status: 'partial', remains: Math.floor(quantity / 2) }
  const periods = Math.floor(age / pace)
  const ending = fault && periods >= statusSequence.length - 1 ? finalStates[fault]?.(quantity) : undefined
  return { ...commonFields, ...(ending ?? stateAt(periods, quantity)) }
}
