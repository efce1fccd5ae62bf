import type { Db } from '#lib/core/db.ts'
import { MAX_MEMBER_ORDERS, MAX_VISITOR_ORDERS, MAX_VISITORS } from './rules.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/** Looks for orders to drop once in so many calls for one order, because finding them reads all there are. */
const CALLS_PER_SWEEP = 50

/**
 * Keeps what test keys place within bounds: drops a sandbox's oldest orders above its maximum, and when a
 * visitor comes first, the sandboxes of those longest away.
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
