import { type Db, oneRow } from '#lib/core/db.ts'
import type { LedgerFault } from './schema.ts'

/**
 * SQL expression: hash of the content of a ledger row `e`. Rows with different contents have different texts, and so
 * different hashes.
 */
const rowHashSql = `sha256(convert_to(ROW(e.id, e.member_id, e.kind, e.delta, e.balance_after, e.ref_type, e.ref_id, e.seq,
  e.actor, e.reason, (extract(epoch FROM e.created_at) * 1000)::bigint)::text, 'UTF8'))`

/** Number of bytes that a leaf stores of each row's hash. They suffice to find out which rows changed. */
const HASH_PREFIX_BYTES = 8
/** Maximum length of the span of ids that one leaf covers. */
const IDS_PER_LEAF = 5_000n
const LEAVES_PER_BATCH = 20
const MAX_FAULTS = 100
/**
 * Lowest BIGINT. The span of the first leaf begins here, so that it also covers a row that is inserted with a lower id
 * later.
 */
const BEFORE_FIRST_ID = -(2n ** 63n)

/**
 * A hash over the ledger rows in a span of ids: from the end of the previous leaf's span to the id `toId`. `digest` is
 * the hash of the previous leaf's digest and of the hashes of these rows. So `digest` also depends on all rows before
 * them.
 */
export type LedgerLeaf = { id: number; toId: bigint; digest: Buffer }

export async function readLastLedgerLeaf(db: Db): Promise<LedgerLeaf | null> {
  const [leaf] = await db.rows<LedgerLeaf>('SELECT id, to_id, digest FROM ledger_leaves ORDER BY id DESC LIMIT 1')
  return leaf ?? null
}

// Selects the span of ids after $1 in which all ledger rows are visible by now. Ids are assigned before commit, so a
// row can become visible after rows with higher ids. The span therefore ends before the oldest row of the last $2
// seconds: transactions that are still running have only higher ids.
const completeEntrySpanSql = `
  SELECT min(id) AS first, coalesce(min(id) FILTER (WHERE created_at > now() - $2::int * interval '1 second') - 1, max(id)) AS last
  FROM point_entries WHERE id > $1::bigint`

const insertLeafSql = `
  INSERT INTO ledger_leaves (id, from_id, to_id, digest, ids, prints)
  SELECT $4::int, $1, $2, sha256($3::bytea || coalesce(string_agg(hash, ''::bytea ORDER BY id), ''::bytea)),
    coalesce(array_agg(id ORDER BY id), '{}'),
    coalesce(string_agg(substring(hash FROM 1 FOR ${HASH_PREFIX_BYTES}), ''::bytea ORDER BY id), ''::bytea)
  FROM (SELECT e.id, ${rowHashSql} AS hash FROM point_entries e WHERE e.id BETWEEN $1::bigint AND $2::bigint) AS rows
  RETURNING id, to_id, digest`

type IdSpan = { first: bigint | null; last: bigint | null }

/**
 * Adds leaves for the ledger rows that no leaf covers yet, by ascending id. Stops before the first row that is younger
 * than `minAgeSeconds` seconds. Returns the last leaf; null if there is none.
 */
export async function addLedgerLeaves(tx: Db, minAgeSeconds: number): Promise<LedgerLeaf | null> {
  let leaf = await readLastLedgerLeaf(tx)
  const { first, last } = await oneRow<IdSpan>(tx, completeEntrySpanSql, [leaf?.toId ?? BEFORE_FIRST_ID, minAgeSeconds])
  if (first === null || last === null) return leaf
  while ((leaf?.toId ?? first - 1n) < last) {
    const end = (leaf?.toId ?? first - 1n) + IDS_PER_LEAF
    const span = [leaf ? leaf.toId + 1n : BEFORE_FIRST_ID, end < last ? end : last]
    leaf = await oneRow<LedgerLeaf>(tx, insertLeafSql, [...span, leaf?.digest ?? Buffer.alloc(0), (leaf?.id ?? 0) + 1])
  }
  return leaf
}

// Selects the changed leaves among those with ids from $1 to $2 (exclusive): their digest doesn't match the rows, or
// they don't begin where the previous leaf ends.
const changedLeavesSql = `
  SELECT l.id, l.from_id, l.to_id
  FROM (
    SELECT id, from_id, to_id, digest, lag(digest, 1, ''::bytea) OVER (ORDER BY id) AS before,
      lag(to_id) OVER (ORDER BY id) AS end_before
    FROM ledger_leaves WHERE id >= $1::int - 1 AND id < $2::int
  ) AS l CROSS JOIN LATERAL (
    SELECT sha256(l.before || coalesce(string_agg(${rowHashSql}, ''::bytea ORDER BY e.id), ''::bytea)) AS digest
    FROM point_entries e WHERE e.id BETWEEN l.from_id AND l.to_id
  ) AS now
  WHERE l.id >= $1 AND (l.digest <> now.digest OR l.from_id IS DISTINCT FROM coalesce(l.end_before + 1, CASE WHEN l.id = 1 THEN ${BEFORE_FIRST_ID} END)) ORDER BY l.id`

// Selects the ledger rows that were changed, removed or added since leaf $1 was made. The leaf covers the ids $2 to $3.
// Compares the first bytes of the rows' hashes with those that the leaf stores.
const changedRowsSql = `
  WITH stated AS (
    SELECT u.id, substring(l.prints FROM (n * ${HASH_PREFIX_BYTES} - ${HASH_PREFIX_BYTES - 1})::int FOR ${HASH_PREFIX_BYTES}) AS print
    FROM ledger_leaves l CROSS JOIN unnest(l.ids) WITH ORDINALITY AS u (id, n) WHERE l.id = $1::int
  ), found AS (
    SELECT e.id, substring(${rowHashSql} FROM 1 FOR ${HASH_PREFIX_BYTES}) AS print FROM point_entries e WHERE e.id BETWEEN $2::bigint AND $3::bigint
  )
  SELECT id AS entry_id, CASE WHEN found.print IS NULL THEN 'REMOVED' WHEN stated.print IS NULL THEN 'ADDED' ELSE 'CHANGED' END AS fault
  FROM stated FULL JOIN found USING (id) WHERE stated.print IS DISTINCT FROM found.print ORDER BY id LIMIT ${MAX_FAULTS}`

type ChangedLeaf = { id: number; fromId: bigint; toId: bigint }
type ChangedRow = { entryId: bigint; fault: LedgerFault['fault'] }

async function rowFaultsOfLeaf(db: Db, { id, fromId, toId }: ChangedLeaf): Promise<LedgerFault[]> {
  const rows = await db.rows<ChangedRow>(changedRowsSql, [id, fromId, toId])
  if (rows.length === 0) return [{ entryId: Number(toId), fault: 'BROKEN' }]
  return rows.map(({ entryId, fault }) => ({ entryId: Number(entryId), fault }))
}

/**
 * Finds ledger rows that were changed, removed or added since their leaf was stored, at most MAX_FAULTS. A leaf
 * (`LedgerLeaf`) stores hashes of the ledger rows in a span of ids.
 */
export async function findLedgerFaults(db: Db): Promise<LedgerFault[]> {
  const { last } = await oneRow<{ last: number }>(db, 'SELECT coalesce(max(id), 0) AS last FROM ledger_leaves')
  const faults: LedgerFault[] = []
  for (let id = 1; id <= last && faults.length < MAX_FAULTS; id += LEAVES_PER_BATCH) {
    const leaves = await db.rows<ChangedLeaf>(changedLeavesSql, [id, id + LEAVES_PER_BATCH])
    for (const leaf of leaves) faults.push(...(await rowFaultsOfLeaf(db, leaf)))
  }
  return faults.slice(0, MAX_FAULTS)
}
