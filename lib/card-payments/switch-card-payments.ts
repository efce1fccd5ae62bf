import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { notConnected } from '#lib/connections/errors.ts'
import type { Database } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { connectionNotChecked, testEnvironmentRefused } from './errors.ts'

/**
 * `isWorking`: true if the connection was checked and hasn't failed since. `creditsSince`: since when payments are
 * offered; null if they aren't.
 */
type LockedConnection = { isReal: boolean; isWorking: boolean; creditsSince: Date | null }

/**
 * Switches payments by card or virtual account on or off for members. After switching off, payments that were already
 * started are still credited. Does nothing if the switch is already as wanted.
 * @throws CONFLICT the shop isn't connected; to switch on: the connection wasn't checked or fails, or it leads to a
 * test environment in a shop that may not call private addresses (ALLOW_PRIVATE_PROVIDERS)
 */
export async function switchCardPayments(db: Database, actor: StaffActor, { on }: { on: boolean }): Promise<void> {
  await db.transaction(async (tx) => {
    const [connection] = await tx.rows<LockedConnection>(
      `SELECT is_real, checked_at IS NOT NULL AND error IS NULL AS is_working, credits_since
       FROM connections WHERE kind = 'portone' FOR UPDATE`,
    )
    if (!connection) throw notConnected('portone')
    if ((connection.creditsSince !== null) === on) return
    if (on && !connection.isWorking) throw connectionNotChecked()
    if (on && !connection.isReal && !env().ALLOW_PRIVATE_PROVIDERS) throw testEnvironmentRefused()
    await tx.rows(
      `UPDATE connections SET credits_since = CASE WHEN $1::boolean THEN now() END,
         credits_by = CASE WHEN $1::boolean THEN $2::int END WHERE kind = 'portone'`,
      [on, actor.memberId],
    )
    await recordAudit(tx, actor, {
      action: 'connection.crediting',
      subjectType: 'connection',
      subjectId: 'portone',
      before: { credits: !on },
      after: { credits: on },
    })
  })
}
