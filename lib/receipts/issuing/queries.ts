import type { Db } from '#lib/core/db.ts'
import { type IssuerKind, issuerKinds } from './labels.ts'
import type { IssuerRow } from './schema.ts'

type StoredIssuer = Omit<IssuerRow, 'issuesSince'> & { issuesSince: Date | null }

const issuersSql = `
  SELECT k.kind, k.issues_since, m.login_id AS issues_by,
    (SELECT count(*)::int FROM receipt_documents d WHERE d.connection = k.kind AND d.state = 'WAITING') AS waiting,
    (SELECT count(*)::int FROM receipt_documents d WHERE d.connection = k.kind AND d.state = 'FAILED') AS failed
  FROM connections k LEFT JOIN members m ON m.id = k.issues_by WHERE k.kind = ANY ($1::text[])`

/** All issuers of receipts, and whether each is switched on. */
export async function issuersForStaff(db: Db): Promise<IssuerRow[]> {
  const stored = new Map((await db.rows<StoredIssuer>(issuersSql, [issuerKinds])).map((row) => [row.kind, row]))
  return issuerKinds.map((kind: IssuerKind) => {
    const row = stored.get(kind)
    const { issuesBy = null, waiting = 0, failed = 0 } = row ?? {}
    return { kind, issuesSince: row?.issuesSince?.toISOString() ?? null, issuesBy, waiting, failed }
  })
}
