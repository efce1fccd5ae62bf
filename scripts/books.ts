import { join } from 'node:path'
import { linkHashAt } from '#lib/audit/check-chain.ts'
import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { isSoundProof } from '#lib/books/prove-books.ts'
import type { Proof } from '#lib/books/schema.ts'
import { db } from '#lib/core/db.ts'
import { runningPostgres } from './postgres.ts'
import { storedRuntimeUrl } from './runtime-role.ts'
import { storedSecrets } from './secrets.ts'

const demoFolder = join(import.meta.dirname, '../.data')

/** Points DATABASE_URL and AUTH_SECRET at the demo that runs from this clone, unless DATABASE_URL is set already. */
function findShop(): void {
  if (process.env.DATABASE_URL) return
  const url = runningPostgres(join(demoFolder, 'postgres'))
  if (!url) throw new Error('DATABASE_URL is not set, and no demo runs here: whose books?')
  Object.assign(process.env, { ...storedSecrets(demoFolder), DATABASE_URL: storedRuntimeUrl(demoFolder, url) })
}

const countWithLabel = (number: number, what: string): string => `${number.toLocaleString('en')} ${what}`

function reportLines({ faults, audit, ledger, seals, rows, sealedAt, head }: Proof): string[] {
  return [
    ...Object.entries(faults).map(
      ([of, ids]) => `${ids.length ? '✗' : '✓'} ${of}${ids.length ? `: ${ids.join(', ')}` : ''}`,
    ),
    `${audit.length ? '✗' : '✓'} audit trail: ${countWithLabel(rows.audit, 'rows')}, ${countWithLabel(rows.sealedAudit, 'sealed')}`,
    ...audit.map(({ entryId, seq, fault }) => `    audit row ${entryId}, place ${seq ?? 'none'}: ${fault}`),
    `${ledger.length ? '✗' : '✓'} ledger: ${countWithLabel(rows.ledger, 'rows')}, ${countWithLabel(rows.sealedLedger, 'sealed')}`,
    ...ledger.map(({ entryId, fault }) => `    ledger row ${entryId}: ${fault}`),
    `${seals.length ? '✗' : '✓'} seals: ${rows.seals}, the last ${sealedAt ?? 'never'}`,
    ...seals.map(({ sealId, fault, after, upTo }) => `    seal ${sealId}: ${fault}, after ${after} up to ${upTo}`),
    ...(head ? [`  head ${head.seq}:${head.hash}`] : []),
  ]
}

/**
 * True if the sealed ledger still contains the entry `<number>:<hash>`, which an earlier run printed as the ledger's
 * last one.
 */
async function ledgerHasHead(noted: string): Promise<boolean> {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted) ?? []
  if (!seq) throw new Error(`'${noted}' is no head: <number>:<64 hex digits>.`)
  return (await linkHashAt(db(), BigInt(seq)))?.toString('hex') === hash
}

async function run(noted: string | undefined): Promise<boolean> {
  findShop()
  const proof = await checkBooksInSnapshot(db())
  console.log(reportLines(proof).join('\n'))
  const there = !noted || (await ledgerHasHead(noted))
  if (noted) console.log(`${there ? '✓' : '✗'} the chain ${there ? 'still goes' : 'no longer goes'} through ${noted}`)
  return isSoundProof(proof) && there
}

try {
  process.exit((await run(process.argv[2])) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
