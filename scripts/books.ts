import { linkHashAt } from '#lib/audit/check-chain.ts'
import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { isSoundProof } from '#lib/books/prove-books.ts'
import { db } from '#lib/core/db.ts'
import { booksReport } from './books-report.ts'
import { setShopEnvironment } from './shop-environment.ts'

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
  setShopEnvironment()
  const proof = await checkBooksInSnapshot(db())
  console.log(booksReport(proof).join('\n'))
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
