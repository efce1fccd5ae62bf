import { type Db, oneRow } from '#lib/core/db.ts'
import type { LedgerFault } from './schema.ts'

/** Hash of a ledger row's content. The text form of a row is unambiguous: different contents have different texts. */
const rowHash = `sha256(convert_to(ROW(e.id, e.member_id, e.kind, e.delta, e.balance_after, e.ref_type, e.ref_id, e.seq,
  e.actor, e.reason, (extract(epoch FROM e.created_at) * 1000)::bigint)::text, 'UTF8'))`

const PRINT = 8
const LEAF = 5_000n
const BATCH = 20
const MAX_FAULTS = 100
/** Below the first possible id, so that no row can be inserted ahead of the first leaf. */
const BEGINNING = -(2n ** 63n)

export type Leaf = { id: number; toId: bigint; digest: Buffer }

export async function lastLeaf(db: Db): Promise<Leaf | null> {
  const [leaf] = await db.rows<Leaf>('SELECT id, to_id, digest FROM ledger_leaves ORDER BY id DESC LIMIT 1')
  return leaf ?? null
}

// Ids are assigned before commit, so a row can become visible after rows with higher ids. The span therefore ends
// before the oldest row of the last $2 seconds: transactions that are still running have only higher ids.
const settledSpan = `
  SELECT min(id) AS first, coalesce(min(id) FILTER (WHERE created_at > now() - $2::int * interval '1 second') - 1, max(id)) AS last
  FROM point_entries WHERE id > $1::bigint`

const grow = `
  INSERT INTO ledger_leaves (id, from_id, to_id, digest, ids, prints)
  SELECT $4::int, $1, $2, sha256($3::bytea || coalesce(string_agg(hash, ''::bytea ORDER BY id), ''::bytea)),
    coalesce(array_agg(id ORDER BY id), '{}'),
    coalesce(string_agg(substring(hash FROM 1 FOR ${PRINT}), ''::bytea ORDER BY id), ''::bytea)
  FROM (SELECT e.id, ${rowHash} AS hash FROM point_entries e WHERE e.id BETWEEN $1::bigint AND $2::bigint) AS rows
  RETURNING id, to_id, digest`

type Span = { first: bigint | null; last: bigint | null }

/**
 * Adds leaves for all ledger rows that have none and are older than `settled` seconds. Returns the last leaf; null if
 * there is none.
 */
export async function growLeaves(tx: Db, settled: number): Promise<Leaf | null> {
  let leaf = await lastLeaf(tx)
  const { first, last } = await oneRow<Span>(tx, settledSpan, [leaf?.toId ?? BEGINNING, settled])
  if (first === null || last === null) return leaf
  while ((leaf?.toId ?? first - 1n) < last) {
    const end = (leaf?.toId ?? first - 1n) + LEAF
    const span = [leaf ? leaf.toId + 1n : BEGINNING, end < last ? end : last]
    leaf = await oneRow<Leaf>(tx, grow, [...span, leaf?.digest ?? Buffer.alloc(0), (leaf?.id ?? 0) + 1])
  }
  return leaf
}

const spoiledLeaves = `
  SELECT l.id, l.from_id, l.to_id
  FROM (
    SELECT id, from_id, to_id, digest, lag(digest, 1, ''::bytea) OVER (ORDER BY id) AS before,
      lag(to_id) OVER (ORDER BY id) AS end_before
    FROM ledger_leaves WHERE id >= $1::int - 1 AND id < $2::int
  ) AS l CROSS JOIN LATERAL (
    SELECT sha256(l.before || coalesce(string_agg(${rowHash}, ''::bytea ORDER BY e.id), ''::bytea)) AS digest
    FROM point_entries e WHERE e.id BETWEEN l.from_id AND l.to_id
  ) AS now
  WHERE l.id >= $1 AND (l.digest <> now.digest OR l.from_id IS DISTINCT FROM coalesce(l.end_before + 1, CASE WHEN l.id = 1 THEN ${BEGINNING} END)) ORDER BY l.id`

const spoiledRows = `
  WITH stated AS (
    SELECT u.id, substring(l.prints FROM (n * ${PRINT} - ${PRINT - 1})::int FOR ${PRINT}) AS print
    FROM ledger_leaves l CROSS JOIN unnest(l.ids) WITH ORDINALITY AS u (id, n) WHERE l.id = $1::int
  ), found AS (
    SELECT e.id, substring(${rowHash} FROM 1 FOR ${PRINT}) AS print FROM point_entries e WHERE e.id BETWEEN $2::bigint AND $3::bigint
  )
  SELECT id AS entry_id, CASE WHEN found.print IS NULL THEN 'REMOVED' WHEN stated.print IS NULL THEN 'ADDED' ELSE 'CHANGED' END AS fault
  FROM stated FULL JOIN found USING (id) WHERE stated.print IS DISTINCT FROM found.print ORDER BY id LIMIT ${MAX_FAULTS}`

type SpoiledLeaf = { id: number; fromId: bigint; toId: bigint }
type SpoiledRow = { entryId: bigint; fault: LedgerFault['fault'] }

async function faultsUnder(db: Db, { id, fromId, toId }: SpoiledLeaf): Promise<LedgerFault[]> {
  const rows = await db.rows<SpoiledRow>(spoiledRows, [id, fromId, toId])
  if (rows.length === 0) return [{ entryId: Number(toId), fault: 'BROKEN' }]
  return rows.map(({ entryId, fault }) => ({ entryId: Number(entryId), fault }))
}

/** Ledger rows that differ from the hashes recorded in their leaf. */
export async function ledgerFaults(db: Db): Promise<LedgerFault[]> {
  const { last } = await oneRow<{ last: number }>(db, 'SELECT coalesce(max(id), 0) AS last FROM ledger_leaves')
  const faults: LedgerFault[] = []
  for (let id = 1; id <= last && faults.length < MAX_FAULTS; id += BATCH) {
    const leaves = await db.rows<SpoiledLeaf>(spoiledLeaves, [id, id + BATCH])
    for (const leaf of leaves) faults.push(...(await faultsUnder(db, leaf)))
  }
  return faults.slice(0, MAX_FAULTS)
}
