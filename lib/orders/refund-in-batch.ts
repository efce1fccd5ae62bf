import type { Points } from '#lib/money/points.ts'
import type { OrderStatus } from './labels.ts'
import { type LockedOrder, refundNeedingApproval } from './transition-by-staff.ts'

/**
 * Part of an order's refund, in hundredths of a point, that counts towards the sum that decides whether the refunds of
 * a batch need a second person; the preview and the transition of a batch both sum it up over all orders that exist.
 * Counts as if a reason were given, and also if the order is then refused: because it is on an account of the actor's
 * own, a refill is with a provider, or another refund waits for approval.
 */
export const refundInBatch = (order: LockedOrder, status: OrderStatus): Points =>
  refundNeedingApproval(order, { status, remains: null, reason: '-' })
