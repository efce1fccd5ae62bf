import { type ChainFault, chainFaults, chainHead } from '#lib/audit/chain.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { type LedgerFault, ledgerFaults } from './ledger-leaves.ts'
import { type BookFaults, balances, bookFaults } from './queries.ts'
import { lastSeal, type SealFault, sealFaults } from './seals.ts'

/** What the whole proof found: sums that must agree, and rows that must be as they were written. */
export type Proof = {
  faults: BookFaults
  audit: ChainFault[]
  ledger: LedgerFault[]
  seals: SealFault[]
  rows: { audit: number; ledger: number; sealedAudit: number; sealedLedger: number; seals: number }
  sealedAt: string | null
  /** Noted down elsewhere, it proves later that nothing before it was written anew. */
  head: { seq: number; hash: string } | null
}

const counts = `
  SELECT (SELECT count(*)::int FROM audit_entries) AS audit, (SELECT count(*)::int FROM point_entries) AS ledger,
    (SELECT coalesce(max(audit_seq), 0)::int FROM seals) AS sealed_audit,
    (SELECT coalesce(sum(cardinality(ids)), 0)::int FROM ledger_leaves) AS sealed_ledger,
    (SELECT count(*)::int FROM seals) AS seals`

export const isSound = ({ faults, audit, ledger, seals }: Proof): boolean =>
  balances(faults) && audit.length + ledger.length + seals.length === 0

/** Proves the books and that nothing they rest on was touched, from the first row to the last. */
export async function proveBooks(db: Db): Promise<Proof> {
  const head = await chainHead(db)
  const proof = {
    faults: await bookFaults(db),
    audit: await chainFaults(db),
    ledger: await ledgerFaults(db),
    seals: await sealFaults(db),
    rows: await oneRow<Proof['rows']>(db, counts),
  }
  const sealedAt = (await lastSeal(db))?.at.toISOString() ?? null
  return { ...proof, sealedAt, head: head && { seq: Number(head.seq), hash: head.hash.toString('hex') } }
}
