import { findAuditChainFaults, readAuditChainHead } from '#lib/audit/check-chain.ts'
import { fingerprint, hmacSha256, isSameBytes, possibleFingerprints } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { addLedgerLeaves } from './ledger-leaves.ts'
import type { SealFault } from './schema.ts'

/**
 * Content that a seal signs: the last link of the audit chain and the last leaf of the ledger at the time of sealing.
 * Their hashes depend on all rows before them, so the seal covers both tables up to there.
 */
type SealContent = {
  id: number
  auditSeq: bigint
  auditHash: Buffer
  ledgerId: bigint
  ledgerDigest: Buffer
  at: Date
}

type Seal = SealContent & { mac: Buffer }

const NO_BYTES = Buffer.alloc(0)

/** Purpose for which the key that signs seals is derived from the shop's secret AUTH_SECRET (`deriveKeys`). */
export const SEAL_PURPOSE = 'seal'

/** Text that the signature (MAC) of a seal covers: the seal's content and the signature of the previous seal. */
const signedText = (
  previousMac: Buffer,
  { id, auditSeq, auditHash, ledgerId, ledgerDigest, at }: SealContent,
): string =>
  [
    previousMac.toString('hex'),
    id,
    auditSeq,
    auditHash.toString('hex'),
    ledgerId,
    ledgerDigest.toString('hex'),
    at.toISOString(),
  ].join('|')

/** True if a seal was signed with a key of the shop. Somebody who only has access to the database can't sign. */
function isSigned(seal: Seal, previousMac: Buffer): boolean {
  const text = signedText(previousMac, seal)
  const former = env().SEAL_KEYS.map((key) => hmacSha256(Buffer.from(key, 'hex'), text))
  return [...possibleFingerprints(SEAL_PURPOSE, text), ...former].some((mac) => isSameBytes(seal.mac, mac))
}

type SealWithHashes = Seal & { chainHash: Buffer | null; leafDigest: Buffer | null }

// Selects the seals from id $1 on, each with the current hashes of the audit link and the ledger leaf that it signed.
const sealsWithHashesSql = `
  SELECT s.*, l.hash AS chain_hash, d.digest AS leaf_digest
  FROM seals s LEFT JOIN audit_links l ON l.seq = s.audit_seq LEFT JOIN ledger_leaves d ON d.to_id = s.ledger_id
  WHERE s.id >= $1::int ORDER BY s.id`

function faultsOfSeal(seal: SealWithHashes, previous: SealWithHashes | undefined, firstId: number): SealFault[] {
  const { id: sealId, auditSeq, auditHash, ledgerId, ledgerDigest, chainHash, leafDigest } = seal
  const isPreviousUnread = previous === undefined && firstId > 1
  const isForged =
    !isPreviousUnread && (sealId !== (previous?.id ?? 0) + 1 || !isSigned(seal, previous?.mac ?? NO_BYTES))
  const audit = { sealId, after: Number(previous?.auditSeq ?? 0), upTo: Number(auditSeq) }
  const ledger = { sealId, after: Number(previous?.ledgerId ?? 0), upTo: Number(ledgerId) }
  return [
    ...(isForged ? [{ ...audit, fault: 'FORGED' as const }] : []),
    ...(isSameBytes(chainHash ?? NO_BYTES, auditHash) ? [] : [{ ...audit, fault: 'AUDIT' as const }]),
    ...(isSameBytes(leafDigest ?? NO_BYTES, ledgerDigest) ? [] : [{ ...ledger, fault: 'LEDGER' as const }]),
  ]
}

/**
 * Faults of the seals from id `firstId` on, at most 20. The signature of seal `firstId` is checked only if it is the
 * very first seal, because the check of any other seal needs the previous seal.
 */
export async function findSealFaults(db: Db, firstId = 1): Promise<SealFault[]> {
  const seals = await db.rows<SealWithHashes>(sealsWithHashesSql, [firstId])
  return seals.flatMap((seal, at) => faultsOfSeal(seal, seals[at - 1], firstId)).slice(0, 20)
}

export async function readLastSeal(db: Db): Promise<Seal | null> {
  const [seal] = await db.rows<Seal>('SELECT * FROM seals ORDER BY id DESC LIMIT 1')
  return seal ?? null
}

async function addSeal(tx: Db, last: Seal | null, minAgeSeconds: number): Promise<Seal | null> {
  const [head, leaf] = [await readAuditChainHead(tx), await addLedgerLeaves(tx, minAgeSeconds)]
  const sealed = {
    id: (last?.id ?? 0) + 1,
    auditSeq: head?.seq ?? 0n,
    auditHash: head?.hash ?? NO_BYTES,
    ledgerId: leaf?.toId ?? 0n,
    ledgerDigest: leaf?.digest ?? NO_BYTES,
    at: new Date(),
  }
  if (sealed.auditSeq === (last?.auditSeq ?? 0n) && sealed.ledgerId === (last?.ledgerId ?? 0n)) return null
  const seal = { ...sealed, mac: fingerprint(SEAL_PURPOSE, signedText(last?.mac ?? NO_BYTES, sealed)) }
  await tx.rows(
    `INSERT INTO seals (id, audit_seq, audit_hash, ledger_id, ledger_digest, at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [seal.id, seal.auditSeq, seal.auditHash, seal.ledgerId, seal.ledgerDigest, seal.at, seal.mac],
  )
  return seal
}

/**
 * Seconds after which a ledger row, and all rows with lower ids, are certainly visible: no transaction that adds ledger
 * rows takes this long.
 */
const SETTLED_SECONDS = 600

/**
 * Checks the audit rows written since the last seal, then signs a new seal over the audit trail and the ledger. Returns
 * the new seal. Returns 'SPOILED' if an audit row was changed or the last seal is invalid, and null if there are no new
 * rows to seal.
 */
export function sealBooks(db: Database, minAgeSeconds = SETTLED_SECONDS): Promise<Seal | 'SPOILED' | null> {
  return db.transaction(async (tx) => {
    await tx.rows('SELECT pg_advisory_xact_lock(7130402213)')
    const last = await readLastSeal(tx)
    const faults = [
      ...(await findAuditChainFaults(tx, last?.auditSeq ?? 0n)),
      ...(last ? await findSealFaults(tx, Math.max(1, last.id - 1)) : []),
    ]
    return faults.length > 0 ? 'SPOILED' : addSeal(tx, last, minAgeSeconds)
  })
}
