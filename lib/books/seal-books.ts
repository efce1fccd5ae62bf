import { chainFaults, chainHead } from '#lib/audit/check-chain.ts'
import { fingerprint, sameBytes } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { growLeaves } from './ledger-leaves.ts'
import type { SealFault } from './schema.ts'

type Sealed = {
  id: number
  auditSeq: bigint
  auditHash: Buffer
  ledgerId: bigint
  ledgerDigest: Buffer
  at: Date
}

type Seal = Sealed & { mac: Buffer }

const none = Buffer.alloc(0)

/**
 * Signature (MAC) of a seal, which also covers the signature of the seal before. The key is derived from AUTH_SECRET,
 * so nobody can sign with access to the database alone.
 */
const macOf = (before: Buffer, { id, auditSeq, auditHash, ledgerId, ledgerDigest, at }: Sealed): Buffer =>
  fingerprint(
    'seal',
    [
      before.toString('hex'),
      id,
      auditSeq,
      auditHash.toString('hex'),
      ledgerId,
      ledgerDigest.toString('hex'),
      at.toISOString(),
    ].join('|'),
  )

type Checked = Seal & { chainHash: Buffer | null; leafDigest: Buffer | null }

const withWhatTheySeal = `
  SELECT s.*, l.hash AS chain_hash, d.digest AS leaf_digest
  FROM seals s LEFT JOIN audit_links l ON l.seq = s.audit_seq LEFT JOIN ledger_leaves d ON d.to_id = s.ledger_id
  WHERE s.id >= $1::int ORDER BY s.id`

function faultsOf(seal: Checked, before: Checked | undefined, first: number): SealFault[] {
  const { id: sealId, auditSeq, auditHash, ledgerId, ledgerDigest, chainHash, leafDigest } = seal
  const unknown = before === undefined && first > 1
  const forged =
    !unknown && (sealId !== (before?.id ?? 0) + 1 || !sameBytes(seal.mac, macOf(before?.mac ?? none, seal)))
  const audit = { sealId, after: Number(before?.auditSeq ?? 0), upTo: Number(auditSeq) }
  const ledger = { sealId, after: Number(before?.ledgerId ?? 0), upTo: Number(ledgerId) }
  return [
    ...(forged ? [{ ...audit, fault: 'FORGED' as const }] : []),
    ...(sameBytes(chainHash ?? none, auditHash) ? [] : [{ ...audit, fault: 'AUDIT' as const }]),
    ...(sameBytes(leafDigest ?? none, ledgerDigest) ? [] : [{ ...ledger, fault: 'LEDGER' as const }]),
  ]
}

/** Faults of the seals from number `first` on, at most 20. */
export async function sealFaults(db: Db, first = 1): Promise<SealFault[]> {
  const seals = await db.rows<Checked>(withWhatTheySeal, [first])
  return seals.flatMap((seal, at) => faultsOf(seal, seals[at - 1], first)).slice(0, 20)
}

export async function lastSeal(db: Db): Promise<Seal | null> {
  const [seal] = await db.rows<Seal>('SELECT * FROM seals ORDER BY id DESC LIMIT 1')
  return seal ?? null
}

async function sign(tx: Db, last: Seal | null, settled: number): Promise<Seal | null> {
  const [head, leaf] = [await chainHead(tx), await growLeaves(tx, settled)]
  const sealed = {
    id: (last?.id ?? 0) + 1,
    auditSeq: head?.seq ?? 0n,
    auditHash: head?.hash ?? none,
    ledgerId: leaf?.toId ?? 0n,
    ledgerDigest: leaf?.digest ?? none,
    at: new Date(),
  }
  if (sealed.auditSeq === (last?.auditSeq ?? 0n) && sealed.ledgerId === (last?.ledgerId ?? 0n)) return null
  const seal = { ...sealed, mac: macOf(last?.mac ?? none, sealed) }
  await tx.rows(
    `INSERT INTO seals (id, audit_seq, audit_hash, ledger_id, ledger_digest, at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [seal.id, seal.auditSeq, seal.auditHash, seal.ledgerId, seal.ledgerDigest, seal.at, seal.mac],
  )
  return seal
}

/** Age in seconds above which every row is visible: no transaction runs that long. */
const SETTLED = 600

/**
 * Checks the rows written since the last seal and seals them. Returns the new seal; 'SPOILED' if a row was changed or
 * the last seal is invalid; null if there is nothing new.
 */
export function sealBooks(db: Database, settled = SETTLED): Promise<Seal | 'SPOILED' | null> {
  return db.transaction(async (tx) => {
    await tx.rows('SELECT pg_advisory_xact_lock(7130402213)')
    const last = await lastSeal(tx)
    const faults = [
      ...(await chainFaults(tx, last?.auditSeq ?? 0n)),
      ...(last ? await sealFaults(tx, Math.max(1, last.id - 1)) : []),
    ]
    return faults.length > 0 ? 'SPOILED' : sign(tx, last, settled)
  })
}
