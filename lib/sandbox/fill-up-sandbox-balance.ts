import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { sandboxBalance } from './queries.ts'
import { needsFillUp } from './rules.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/**
 * Sets the balance of a locked sandbox to 100,000 points (SANDBOX_POINTS). The sandbox's orders stay, but their prices
 * and refunds no longer change the balance.
 */
export async function fillUpSandboxBalance(tx: Db, sandboxId: number): Promise<void> {
  await tx.rows(
    `UPDATE sandboxes SET counted_after = (SELECT coalesce(max(o.id), 0) FROM sandbox_orders o WHERE o.sandbox_id = $1)
     WHERE id = $1`,
    [sandboxId],
  )
}

/** Fills up the balance of a visitor's locked sandbox if orders that cost `price` together need it (`needsFillUp`). */
export async function fillUpVisitorBalance(
  tx: Db,
  owner: SandboxOwner,
  { sandboxId, price, now }: { sandboxId: number; price: Points; now: Date },
): Promise<void> {
  if (owner.visitor === null) return
  if (needsFillUp(price, await sandboxBalance(tx, owner, now))) await fillUpSandboxBalance(tx, sandboxId)
}
