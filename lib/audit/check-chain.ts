import type { Db } from '#lib/core/db.ts'

/**
 * Hash of an audit row's content, computed as the trigger chain_audit computed it when the row was written. The row is
 * hashed as text, and different contents have different texts.
 */
const contentHashSql = `sha256(convert_to(ROW(e.id, e.actor_id, e.action, e.subject_type, e.subject_id, e.before, e.after,
  e.reason, e.address, (extract(epoch FROM e.at) * 1000)::bigint)::text, 'UTF8'))`

/**
 * A fault of the hash chain (table audit_links), in which each audit row has one link:
 * - CHANGED: the row's content differs from the hash in its link.
 * - REMOVED: the row of a link is missing.
 * - ADDED: the row has no link.
 * - BROKEN: the link's hash doesn't follow from the link before: a link was moved, or the link before it was removed.
 */
export type AuditChainFault = { entryId: number; seq: number | null; fault: 'CHANGED' | 'REMOVED' | 'ADDED' | 'BROKEN' }

type StoredFault = { entryId: bigint; seq: bigint | null; fault: AuditChainFault['fault'] }

/** Maximum number of faults to report, since every row may have one. */
const MAX_FAULTS = 100
const LINKS_PER_BATCH = 20_000

const linkFaultsSql = `
  SELECT l.seq, l.entry_id, CASE WHEN e.id IS NULL THEN 'REMOVED' WHEN l.content <> ${contentHashSql} THEN 'CHANGED' ELSE 'BROKEN' END AS fault
  FROM (
    SELECT seq, entry_id, content, hash, lag(hash, 1, ''::bytea) OVER (ORDER BY seq) AS before
    FROM audit_links WHERE seq >= $1::bigint - 1 AND seq < $2::bigint
  ) AS l LEFT JOIN audit_entries e ON e.id = l.entry_id
  WHERE l.seq >= $1 AND (e.id IS NULL OR l.content <> ${contentHashSql} OR l.hash <> sha256(l.before || l.content))
  ORDER BY l.seq LIMIT ${MAX_FAULTS}`

const unlinkedRowsSql = `
  SELECT e.id AS entry_id, NULL::bigint AS seq, 'ADDED' AS fault FROM audit_entries e
  WHERE e.id > $1::bigint AND NOT EXISTS (SELECT FROM audit_links l WHERE l.entry_id = e.id) ORDER BY e.id LIMIT ${MAX_FAULTS}`

/** Last link of the hash chain; `entryId` is the id of its audit row. */
export type AuditChainHead = { seq: bigint; hash: Buffer; entryId: bigint }

/** Last link of the hash chain; null if there are no audit rows yet. */
export async function readAuditChainHead(db: Db): Promise<AuditChainHead | null> {
  const [head] = await db.rows<AuditChainHead>('SELECT seq, hash, entry_id FROM audit_links ORDER BY seq DESC LIMIT 1')
  return head ?? null
}

/** Hash of the link at a position of the chain; null if there is no such link. */
export async function readAuditLinkHash(db: Db, seq: bigint): Promise<Buffer | null> {
  const [link] = await db.rows<{ hash: Buffer }>('SELECT hash FROM audit_links WHERE seq = $1', [seq])
  return link?.hash ?? null
}

const toChainFault = ({ entryId, seq, fault }: StoredFault): AuditChainFault => ({
  entryId: Number(entryId),
  seq: seq === null ? null : Number(seq),
  fault,
})

/** Faults of the audit rows after position `after` of the hash chain; by default of all rows. At most MAX_FAULTS. */
export async function findAuditChainFaults(db: Db, after = 0n): Promise<AuditChainFault[]> {
  const head = await readAuditChainHead(db)
  const faults: StoredFault[] = []
  for (let seq = after + 1n; head && seq <= head.seq && faults.length < MAX_FAULTS; seq += BigInt(LINKS_PER_BATCH))
    faults.push(...(await db.rows<StoredFault>(linkFaultsSql, [seq, seq + BigInt(LINKS_PER_BATCH)])))
  const [start] = await db.rows<{ entryId: bigint }>('SELECT entry_id FROM audit_links WHERE seq = $1', [after])
  faults.push(...(await db.rows<StoredFault>(unlinkedRowsSql, [start?.entryId ?? 0n])))
  return faults.slice(0, MAX_FAULTS).map(toChainFault)
}
