import type { Db } from '#lib/core/db.ts'
import { MAX_SANDBOX_VISITORS, MAX_SIMULATED_ORDERS_OF_MEMBER, MAX_SIMULATED_ORDERS_OF_VISITOR } from './rules.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/**
 * A call that places a single order deletes the oldest orders only if it is the sandbox's 50th call, its 100th and so
 * on, because finding them reads all orders of the sandbox.
 */
const CALLS_PER_SWEEP = 50

/**
 * Limits how much data test keys can store. Deletes a sandbox's oldest orders, and its oldest stored outcomes of calls,
 * if it has more than the maximum. At a visitor's first call, deletes the sandboxes of the visitors who have been away
 * longest. `callCount`: number of calls so far that placed orders in this sandbox or reset it. `placedCount`: number of
 * orders that this call has placed.
 */
export async function dropOldestSimulatedOrders(
  tx: Db,
  { memberId }: SandboxOwner,
  { sandboxId, callCount, placedCount }: { sandboxId: number; callCount: number; placedCount: number },
): Promise<void> {
  if (callCount % CALLS_PER_SWEEP === 0 || placedCount > 1) {
    const maxOrders = memberId === null ? MAX_SIMULATED_ORDERS_OF_VISITOR : MAX_SIMULATED_ORDERS_OF_MEMBER
    await tx.rows(
      `DELETE FROM sandbox_orders WHERE sandbox_id = $1 AND id <= (
         SELECT id FROM sandbox_orders WHERE sandbox_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
      [sandboxId, maxOrders],
    )
    await tx.rows(
      `DELETE FROM sandbox_answers WHERE sandbox_id = $1 AND id <= (
         SELECT id FROM sandbox_answers WHERE sandbox_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
      [sandboxId, maxOrders],
    )
  }
  if (memberId === null && callCount === 1) {
    await tx.rows(
      `DELETE FROM sandboxes WHERE id IN (
         SELECT id FROM sandboxes WHERE member_id IS NULL AND id <> $1 ORDER BY used_at DESC, id DESC OFFSET $2
         FOR UPDATE SKIP LOCKED)`,
      [sandboxId, MAX_SANDBOX_VISITORS - 1],
    )
  }
}
