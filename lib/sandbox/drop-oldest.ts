import type { Db } from '#lib/core/db.ts'
import { MAX_MEMBER_ORDERS, MAX_VISITOR_ORDERS, MAX_VISITORS } from './rules.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/**
 * Orders to delete are looked up only in every n-th call that places a single order, because finding them reads all
 * orders of the sandbox.
 */
const CALLS_PER_SWEEP = 50

/**
 * Bounds the data of test keys: deletes a sandbox's oldest orders above its maximum and, at a visitor's first call, the
 * sandboxes of the visitors who have been away longest.
 */
export async function dropOldest(
  tx: Db,
  { memberId }: SandboxOwner,
  { sandboxId, asked, placed }: { sandboxId: number; asked: number; placed: number },
): Promise<void> {
  if (asked % CALLS_PER_SWEEP === 0 || placed > 1) {
    const most = memberId === null ? MAX_VISITOR_ORDERS : MAX_MEMBER_ORDERS
    await tx.rows(
      `DELETE FROM sandbox_orders WHERE sandbox_id = $1 AND id <= (
         SELECT id FROM sandbox_orders WHERE sandbox_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
      [sandboxId, most],
    )
    await tx.rows(
      `DELETE FROM sandbox_answers WHERE sandbox_id = $1 AND id <= (
         SELECT id FROM sandbox_answers WHERE sandbox_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
      [sandboxId, most],
    )
  }
  if (memberId === null && asked === 1) {
    await tx.rows(
      `DELETE FROM sandboxes WHERE id IN (
         SELECT id FROM sandboxes WHERE member_id IS NULL AND id <> $1 ORDER BY used_at DESC, id DESC OFFSET $2
         FOR UPDATE SKIP LOCKED)`,
      [sandboxId, MAX_VISITORS - 1],
    )
  }
}
