import { clock } from '#lib/core/clock.ts'
import type { Database } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { lockSandbox } from './lock-sandbox.ts'
import { sandboxPoint } from './queries.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/**
 * Gives a sandbox the balance back that it started with. Its orders stay, but neither their prices nor their refunds
 * count any more. Returns the balance.
 */
export function resetSandbox(db: Database, owner: SandboxOwner): Promise<Points> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { id } = await lockSandbox(tx, owner, now)
    await tx.rows(
      `UPDATE sandboxes SET counted_after = (SELECT coalesce(max(o.id), 0) FROM sandbox_orders o WHERE o.sandbox_id = $1)
       WHERE id = $1`,
      [id],
    )
    return sandboxPoint(tx, owner, now)
  })
}
