import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { notConnected } from '#lib/connections/errors.ts'
import type { Database } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { notReal, tooFewMatches } from './errors.ts'
import type { SourceKind } from './labels.ts'
import { rightInARowSql } from './queries.ts'
import { hasProvenItself } from './rules.ts'

type Held = { right: number; isReal: boolean; creditsSince: Date | null }

/**
 * Lets the deposits of a source credit without staff from now on, or stops that immediately. Deposits that arrived
 * before wait for staff. Switching on a source that is on changes nothing.
 * @throws CONFLICT the shop isn't connected, fewer than RIGHT_MATCHES_NEEDED suggestions in a row were right, or the
 *   connection is to a test environment
 */
export async function switchCrediting(
  db: Database,
  actor: StaffActor,
  { kind, on }: { kind: SourceKind; on: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [held] = await tx.rows<Held>(
      `SELECT k.is_real, k.credits_since, ${rightInARowSql} AS right FROM connections k WHERE k.kind = $1 FOR UPDATE OF k`,
      [kind],
    )
    if (!held) throw notConnected(kind)
    if ((held.creditsSince !== null) === on) return
    if (on && !held.isReal && !env().ALLOW_PRIVATE_PROVIDERS) throw notReal()
    if (on && !hasProvenItself(held.right)) throw tooFewMatches(held.right)
    await tx.rows(
      'UPDATE connections SET credits_since = CASE WHEN $2::boolean THEN now() END, credits_by = CASE WHEN $2::boolean THEN $3::int END WHERE kind = $1',
      [kind, on, actor.memberId],
    )
    await recordAudit(tx, actor, {
      action: 'connection.crediting',
      subjectType: 'connection',
      subjectId: kind,
      before: { credits: !on },
      after: { credits: on, right: held.right },
    })
  })
}
