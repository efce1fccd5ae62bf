import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type SourceKind, sourceKinds } from './labels.ts'
import { depositSourceOf } from './registry.ts'
import type { OtherDepositSource, SourceRow } from './schema.ts'

/**
 * SQL expression: how many suggestions of source `k` staff have accepted since they last decided against one. Accepted
 * suggestions count only for deposits stored since the present account was connected. A decision against a suggestion
 * counts however old its deposit is.
 */
export const correctSuggestionsInARowSql = `(SELECT count(*)::int FROM deposits d
  WHERE d.connection = k.kind AND d.suggestion = 'RIGHT' AND d.created_at >= k.connected_at
    AND d.matched_at > coalesce((SELECT max(w.matched_at) FROM deposits w
      WHERE w.connection = k.kind AND w.suggestion = 'WRONG'), '-infinity'))`

/** A connected source as stored. */
type StoredSource = {
  kind: SourceKind
  right: number
  creditsSince: Date | null
  creditsBy: string | null
  waiting: number
}

const connectedSourcesSql = `
  SELECT k.kind, ${correctSuggestionsInARowSql} AS right, k.credits_since, m.login_id AS credits_by,
    (SELECT count(*)::int FROM deposits d WHERE d.connection = k.kind AND d.status = 'WAITING') AS waiting
  FROM connections k LEFT JOIN members m ON m.id = k.credits_by WHERE k.kind = ANY ($1::text[])`

/** All deposit sources, connected or not, each with its progress towards crediting without staff. */
export async function sourcesForStaff(db: Db): Promise<SourceRow[]> {
  const stored = new Map(
    (await db.rows<StoredSource>(connectedSourcesSql, [sourceKinds])).map((row) => [row.kind, row]),
  )
  return sourceKinds.map((kind) => {
    const row = stored.get(kind)
    const webhookUrl = depositSourceOf(kind).receive ? `${env().PUBLIC_URL}/hooks/sources/${kind}` : null
    return {
      kind,
      webhookUrl,
      right: row?.right ?? 0,
      waiting: row?.waiting ?? 0,
      creditsSince: row?.creditsSince?.toISOString() ?? null,
      creditsBy: row?.creditsBy ?? null,
    }
  })
}

/**
 * The two ways in which deposits arrive without a connection, the signed hook and imports: whether each can be used,
 * and when the last deposit arrived by it.
 */
export async function otherDepositSources(db: Db): Promise<OtherDepositSource[]> {
  const rows = await db.rows<{ source: 'HOOK' | 'IMPORT'; lastAt: Date | null }>(
    `SELECT s.source, (SELECT d.created_at FROM deposits d WHERE d.source = s.source ORDER BY d.id DESC LIMIT 1) AS last_at
     FROM (VALUES ('HOOK'), ('IMPORT')) AS s (source)`,
  )
  return rows.map(({ source, lastAt }) => ({
    source,
    isOn: source === 'IMPORT' || Boolean(env().DEPOSIT_HOOK_SECRET),
    lastAt: lastAt?.toISOString() ?? null,
  }))
}
