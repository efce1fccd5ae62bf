import { join } from 'node:path'
import { hashAt } from '#lib/audit/check-chain.ts'
import { checkAtLength } from '#lib/books/check-books.ts'
import { isSound } from '#lib/books/prove-books.ts'
import type { Proof } from '#lib/books/schema.ts'
import { db } from '#lib/core/db.ts'
import { runningPostgres } from './postgres.ts'
import { storedRuntimeUrl } from './runtime-role.ts'
import { storedSecrets } from './secrets.ts'

const folder = join(import.meta.dirname, '../.data')

/** Uses the shop of DATABASE_URL and AUTH_SECRET, or else the running demo of this clone. */
function findShop(): void {
  if (process.env.DATABASE_URL) return
  const url = runningPostgres(join(folder, 'postgres'))
  if (!url) throw new Error('DATABASE_URL is not set, and no demo runs here: whose books?')
  Object.assign(process.env, { ...storedSecrets(folder), DATABASE_URL: storedRuntimeUrl(folder, url) })
}

const count = (number: number, what: string): string => `${number.toLocaleString('en')} ${what}`

function linesOf({ faults, audit, ledger, seals, rows, sealedAt, head }: Proof): string[] {
  return [
    ...Object.entries(faults).map(
      ([of, ids]) => `${ids.length ? '✗' : '✓'} ${of}${ids.length ? `: ${ids.join(', ')}` : ''}`,
    ),
    `${audit.length ? '✗' : '✓'} audit trail: ${count(rows.audit, 'rows')}, ${count(rows.sealedAudit, 'sealed')}`,
    ...audit.map(({ entryId, seq, fault }) => `    audit row ${entryId}, place ${seq ?? 'none'}: ${fault}`),
    `${ledger.length ? '✗' : '✓'} ledger: ${count(rows.ledger, 'rows')}, ${count(rows.sealedLedger, 'sealed')}`,
    ...ledger.map(({ entryId, fault }) => `    ledger row ${entryId}: ${fault}`),
    `${seals.length ? '✗' : '✓'} seals: ${rows.seals}, the last ${sealedAt ?? 'never'}`,
    ...seals.map(({ sealId, fault, after, upTo }) => `    seal ${sealId}: ${fault}, after ${after} up to ${upTo}`),
    ...(head ? [`  head ${head.seq}:${head.hash}`] : []),
  ]
}

/** True if the ledger still contains a head that was noted down earlier as `<number>:<hash>`. */
async function stillThere(noted: string): Promise<boolean> {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted) ?? []
  if (!seq) throw new Error(`'${noted}' is no head: <number>:<64 hex digits>.`)
  return (await hashAt(db(), BigInt(seq)))?.toString('hex') === hash
}

async function run(noted: string | undefined): Promise<boolean> {
  findShop()
  const proof = await checkAtLength(db())
  console.log(linesOf(proof).join('\n'))
  const there = !noted || (await stillThere(noted))
  if (noted) console.log(`${there ? '✓' : '✗'} the chain ${there ? 'still goes' : 'no longer goes'} through ${noted}`)
  return isSound(proof) && there
}

try {
  process.exit((await run(process.argv[2])) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
