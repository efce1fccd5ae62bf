import type { Points } from '#lib/money/points.ts'
import type { OrderStatus } from './labels.ts'
import { type LockedOrder, refundNeedingApproval } from './transition-by-staff.ts'

/**
 * Part of an order's refund, in hundredths of a point, that counts towards the approval limit of a batch. The preview
 * and the transition of a batch both add it up over all its existing orders. Assumes that a reason is given. An order
 * counts even if it is refused later: because it is the actor's own, a refill is with a provider, or another refund
 * waits for approval.
 */
export const refundInBatch = (order: LockedOrder, status: OrderStatus): Points =>
  refundNeedingApproval(order, { status, remains: null, reason: '-' })
