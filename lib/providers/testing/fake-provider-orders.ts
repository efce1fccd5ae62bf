/**
 * All faults that a fake provider can simulate for an order. First row: before it accepts the order; second: after that;
 * third: in its status later.
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

type Shown = Record<string, unknown>

const START = 1_000

/** States of an order in sequence, each lasting one `pace`. */
const walk = ['Pending', 'Processing', 'In progress', 'In progress', 'Completed'] as const

/** Final state of an order with a fault that doesn't end as completed. */
const endings: Partial<Record<Mischief, (quantity: number) => Shown>> = {
  partial: (quantity) => ({ status: 'Partial', remains: String(Math.floor(quantity / 3)) }),
  canceled: (quantity) => ({ status: 'Cancelled', remains: quantity }),
  overDelivered: (quantity) => ({ status: 'completed', remains: String(-Math.ceil(quantity / 10)) }),
  noRemains: () => ({ status: 'Partial', remains: null }),
  strange: () => ({ status: 'Awaiting moonrise', remains: '?' }),
}

function progress(step: number, quantity: number): Shown {
  const status = walk[Math.min(step, walk.length - 1)]
  const done = Math.min(1, step / (walk.length - 1))
  return {
    status,
    remains: String(status === 'In progress' ? Math.floor(quantity * (1 - done)) : done < 1 ? quantity : 0),
  }
}

/** Status response for an order. For an order from before a restart it is completed if enough time has passed. */
export function shownOrder(order: FakeOrder | undefined, id: number, pace: number): Shown {
  const age = (Date.now() - (order?.at ?? id / 1_000)) / 1_000
  const money = { charge: '0.10', start_count: String(START), currency: 'KRW' }
  if (!order)
    return age > pace * walk.length ? { ...money, status: 'Completed', remains: '0' } : { error: 'Incorrect order ID' }
  const { mischief, quantity } = order
  if (mischief === 'lost') return { error: 'Incorrect order ID' }
  if (mischief === 'partialAtOnce') return { ...money, status: 'partial', remains: Math.floor(quantity / 2) }
  const step = Math.floor(age / pace)
  const ending = mischief && step >= walk.length - 1 ? endings[mischief]?.(quantity) : undefined
  return { ...money, ...(ending ?? progress(step, quantity)) }
}
