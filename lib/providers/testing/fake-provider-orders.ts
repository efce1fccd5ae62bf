import { type FakeSubscription, isFakeSubscription, statusOfFakeSubscription } from './fake-subscriptions.ts'

/**
 * Faults that a fake provider can simulate for an order. First row: it doesn't accept the order; second: it accepts the
 * order and answers wrongly; third: it later reports a wrong status.
 */
export const fakeFaults = [
  ...(['funds', 'badLink', 'active', 'riddle', '429', 'silentUntaken', 'cutUntaken'] as const),
  ...(['silent', 'cut', '5xx', 'html', 'twice', 'textId'] as const),
  ...(['partial', 'partialAtOnce', 'canceled', 'overDelivered', 'noRemains', 'strange', 'lost'] as const),
] as const

export type FakeFault = (typeof fakeFaults)[number]

export type FakeOrder = {
  id: number
  at: number
  service: string
  link: string
  quantity: number
  /** All parameters of the order as they were sent, without key and action. */
  parameters: Readonly<Record<string, string>>
  fault: FakeFault | undefined
  /** For a subscription: its progress as set by a test, instead of a post each `pace` seconds. */
  subscription?: FakeSubscription
}

type StatusResponse = Record<string, unknown>

const START_COUNT = 1_000

/** What a fake provider reports of an order, in sequence; each status lasts `pace` seconds. */
const statusSequence = ['Pending', 'Processing', 'In progress', 'In progress', 'Completed'] as const

/** Last status of an order whose fault keeps it from being completed. */
const finalStates: Partial<Record<FakeFault, (quantity: number) => StatusResponse>> = {
  partial: (quantity) => ({ status: 'Partial', remains: String(Math.floor(quantity / 3)) }),
  canceled: (quantity) => ({ status: 'Cancelled', remains: quantity }),
  overDelivered: (quantity) => ({ status: 'completed', remains: String(-Math.ceil(quantity / 10)) }),
  noRemains: () => ({ status: 'Partial', remains: null }),
  strange: () => ({ status: 'Awaiting moonrise', remains: '?' }),
}

function stateAt(step: number, quantity: number): StatusResponse {
  const status = statusSequence[Math.min(step, statusSequence.length - 1)]
  const done = Math.min(1, step / (statusSequence.length - 1))
  return {
    status,
    remains: String(status === 'In progress' ? Math.floor(quantity * (1 - done)) : done < 1 ? quantity : 0),
  }
}

/**
 * Response to a status request for one order. An order that a restarted fake provider doesn't know is completed if its
 * id is old enough.
 */
export function statusOfFakeOrder(order: FakeOrder | undefined, id: number, pace: number): StatusResponse {
  const age = (Date.now() - (order?.at ?? id / 1_000)) / 1_000
  const money = { charge: '0.10', start_count: String(START_COUNT), currency: 'KRW' }
  if (!order)
    return age > pace * statusSequence.length
      ? { ...money, status: 'Completed', remains: '0' }
      : { error: 'Incorrect order ID' }
  const { fault, quantity } = order
  if (fault === 'lost') return { error: 'Incorrect order ID' }
  if (isFakeSubscription(order) && fault !== 'strange') return statusOfFakeSubscription(order, pace, order.subscription)
  if (fault === 'partialAtOnce') return { ...money, status: 'partial', remains: Math.floor(quantity / 2) }
  const step = Math.floor(age / pace)
  const ending = fault && step >= statusSequence.length - 1 ? finalStates[fault]?.(quantity) : undefined
  return { ...money, ...(ending ?? stateAt(step, quantity)) }
}
