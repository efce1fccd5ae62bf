import { findAuditChainFaults, readAuditChainHead } from '#lib/audit/check-chain.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { findLedgerFaults } from './ledger-leaves.ts'
import { areBooksBalanced, findBookFaults } from './queries.ts'
import type { Proof } from './schema.ts'
import { findSealFaults, readLastSeal } from './seal-books.ts'

const countsSql = `
  SELECT (SELECT count(*)::int FROM audit_entries) AS audit, (SELECT count(*)::int FROM point_entries) AS ledger,
    (SELECT coalesce(max(audit_seq), 0)::int FROM seals) AS sealed_audit,
    (SELECT coalesce(sum(cardinality(ids)), 0)::int FROM ledger_leaves) AS sealed_ledger,
    (SELECT count(*)::int FROM seals) AS seals`

/** True if the proof found no fault. */
export const isSoundProof = ({ faults, audit, ledger, seals }: Proof): boolean =>
  areBooksBalanced(faults) && audit.length + ledger.length + seals.length === 0

/** Checks that the books balance, and that no audit row, ledger row or seal has been changed since it was written. */
export async function proveBooks(db: Db): Promise<Proof> {
  const head = await readAuditChainHead(db)
  const proof = {
    faults: await findBookFaults(db),
    audit: await findAuditChainFaults(db),
    ledger: await findLedgerFaults(db),
    seals: await findSealFaults(db),
    rows: await oneRow<Proof['rows']>(db, countsSql),
  }
  const sealedAt = (await readLastSeal(db))?.at.toISOString() ?? null
  return { ...proof, sealedAt, head: head && { seq: Number(head.seq), hash: head.hash.toString('hex') } }
}
