import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { notConnected } from '#lib/connections/errors.ts'
import type { Database } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { connectionNotReal, tooFewCorrectSuggestions } from './errors.ts'
import type { SourceKind } from './labels.ts'
import { correctSuggestionsInARowSql } from './queries.ts'
import { hasEnoughCorrectSuggestions } from './rules.ts'

/**
 * The locked connection. `right`: how many suggestions in a row were correct. `isReal`: true if the connection is to
 * the real deposit source and not to a test environment. `creditsSince`: since when the source may credit without
 * staff; null if it may not.
 */
type LockedSource = { right: number; isReal: boolean; creditsSince: Date | null }

/**
 * With `on`, allows the deposits that a source will report from now on to credit charges without staff; otherwise ends
 * this immediately. Deposits that arrived before still wait for staff. Does nothing if crediting is already on or off
 * as asked.
 * @throws CONFLICT the shop isn't connected; or, to switch it on, fewer than CORRECT_SUGGESTIONS_NEEDED suggestions in
 * a row were correct, or the connection is to a test environment in a shop that isn't for tests
 */
export async function switchCrediting(
  db: Database,
  actor: StaffActor,
  { kind, on }: { kind: SourceKind; on: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [source] = await tx.rows<LockedSource>(
      `SELECT k.is_real, k.credits_since, ${correctSuggestionsInARowSql} AS right FROM connections k WHERE k.kind = $1 FOR UPDATE OF k`,
      [kind],
    )
    if (!source) throw notConnected(kind)
    if ((source.creditsSince !== null) === on) return
    if (on && !source.isReal && !env().ALLOW_PRIVATE_PROVIDERS) throw connectionNotReal()
    if (on && !hasEnoughCorrectSuggestions(source.right)) throw tooFewCorrectSuggestions(source.right)
    await tx.rows(
      'UPDATE connections SET credits_since = CASE WHEN $2::boolean THEN now() END, credits_by = CASE WHEN $2::boolean THEN $3::int END WHERE kind = $1',
      [kind, on, actor.memberId],
    )
    await recordAudit(tx, actor, {
      action: 'connection.crediting',
      subjectType: 'connection',
      subjectId: kind,
      before: { credits: !on },
      after: { credits: on, right: source.right },
    })
  })
}
