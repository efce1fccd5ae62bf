import { clock } from '#lib/core/clock.ts'
import type { Database } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import { fillUpSandboxBalance } from './fill-up-sandbox-balance.ts'
import { lockSandbox } from './lock-sandbox.ts'
import { sandboxBalance } from './queries.ts'
import type { SandboxOwner } from './sandbox-owner.ts'

/**
 * Sets a sandbox's balance to 100,000 points (SANDBOX_POINTS) and returns it. The sandbox's orders stay, but their
 * prices and refunds no longer change the balance.
 */
export function resetSandbox(db: Database, owner: SandboxOwner): Promise<Points> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { id } = await lockSandbox(tx, owner, now)
    await fillUpSandboxBalance(tx, id)
    return sandboxBalance(tx, owner, now)
  })
}
