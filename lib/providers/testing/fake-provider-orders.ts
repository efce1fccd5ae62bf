/**
 * All faults that a fake provider can simulate for an order. First row: before it accepts the order; second: after
 * that; third: in its status later.
 */
export const mischiefs = [
  ...(['funds', 'badLink', 'active', 'riddle', '429', 'silentUntaken', 'cutUntaken'] as const),
  ...(['silent', 'cut', '5xx', 'html', 'twice', 'textId'] as const),
  ...(['partial', 'partialAtOnce', 'canceled', 'overDelivered', 'noRemains', 'strange', 'lost'] as const),
] as const

export type Mischief = (typeof mischiefs)[number]

export type FakeOrder = {
  id: number
  at: number
  service: string
  link: string
  quantity: number
  mischief: Mischief | undefined
}

type StatusResponse = Record<string, unknown>

const START_COUNT = 1_000

/** States of an order in sequence, each lasting one `pace`. */
const statusSequence = ['Pending', 'Processing', 'In progress', 'In progress', 'Completed'] as const

/** Final state of an order with a fault that doesn't end as completed. */
const finalStates: Partial<Record<Mischief, (quantity: number) => StatusResponse>> = {
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

/** Status response for an order. For an order from before a restart it is completed if enough time has passed. */
export function shownOrder(order: FakeOrder | undefined, id: number, pace: number): StatusResponse {
  const age = (Date.now() - (order?.at ?? id / 1_000)) / 1_000
  const money = { charge: '0.10', start_count: String(START_COUNT), currency: 'KRW' }
  if (!order)
    return age > pace * statusSequence.length
      ? { ...money, status: 'Completed', remains: '0' }
      : { error: 'Incorrect order ID' }
  const { mischief, quantity } = order
  if (mischief === 'lost') return { error: 'Incorrect order ID' }
  if (mischief === 'partialAtOnce') return { ...money, status: 'partial', remains: Math.floor(quantity / 2) }
  const step = Math.floor(age / pace)
  const ending = mischief && step >= statusSequence.length - 1 ? finalStates[mischief]?.(quantity) : undefined
  return { ...money, ...(ending ?? stateAt(step, quantity)) }
}
