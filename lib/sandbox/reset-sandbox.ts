import { clock } from '#lib/core/clock.ts'
import type { Database } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { fillUpBalance } from './fill-up-balance.ts'
import { lockSandbox } from './lock-sandbox.ts'
import { sandboxBalance } from './queries.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/**
 * Sets a sandbox's balance to SANDBOX_POINTS and returns it. The sandbox's orders stay, but their prices and refunds no
 * longer change the balance.
 */
export function resetSandbox(db: Database, owner: SandboxOwner): Promise<Points> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { id } = await lockSandbox(tx, owner, now)
    await fillUpBalance(tx, id)
    return sandboxBalance(tx, owner, now)
  })
}
