import type { Points } from '#lib/money/points.ts'
import type { OrderStatus } from '#lib/orders/labels.ts'
import { decideTransition, type OrderState } from '#lib/orders/rules.ts'
import type { TaskAction } from './labels.ts'

type Detail = Readonly<Record<string, unknown>>

const keys: Readonly<Record<string, readonly TaskAction[]>> = {
  DELIVERY_UNKNOWN: ['sent', 'not-sent', 'done'],
  DELIVERY_REFUSED: ['retry', 'cancel', 'done'],
  PROVIDER_DOWN: ['retry', 'done'],
  PROVIDER_FUNDS: ['retry', 'done'],
  REFERRAL_REWARD: ['pay', 'decline'],
  // Only the verdict of a second person ends these.
  APPROVAL: [],
  ADJUSTMENT: [],
  // Its own confirmation, withdrawal or time ends it.
  PENDING_CHANGE: [],
}

/** What settles a task: a late update only where the order's state still has a way for it. */
export function actionsOf(kind: string, detail: Detail): readonly TaskAction[] {
  if (kind === 'DELIVERY_LATE') return detail.applicable === true ? ['apply', 'done'] : ['done']
  return keys[kind] ?? ['done']
}

/** Keys that give points back, or have the provider deliver once more what was paid once. */
export const isWorthPoints = (action: TaskAction): boolean =>
  ['apply', 'cancel', 'not-sent', 'pay', 'decline'].includes(action)

/** An order of these kinds must not be forgotten while it is open: only its end, or another key, settles them. */
export const needsEnd = (kind: string): boolean => kind === 'DELIVERY_UNKNOWN'

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What its apply or cancel would give back as its order stands now; null where neither would move anything. */
export function refundOf(kind: string, detail: Detail, order: OrderState): Points | null {
  if (kind === 'DELIVERY_REFUSED') return order.price - order.refunded
  if (kind !== 'DELIVERY_LATE') return null
  const request = {
    status: detail.status as OrderStatus,
    remains: number(detail.remains),
    by: 'staff',
    reason: '-',
  } as const
  const decision = decideTransition(order, request)
  return 'refused' in decision ? null : decision.refunded - order.refunded
}
