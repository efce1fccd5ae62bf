import { readAuditLinkHash } from '#lib/audit/check-chain.ts'
import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { isSoundProof } from '#lib/books/prove-books.ts'
import { db } from '#lib/core/db.ts'
import { formatBooksReport } from './books-report.ts'
import { setShopEnvironment } from './shop-environment.ts'

/**
 * True if the hash chain of the audit trail still contains the link `<position>:<hash>`, which an earlier run printed
 * as its head.
 */
async function auditChainHas(notedHead: string): Promise<boolean> {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(notedHead) ?? []
  if (!seq) throw new Error(`'${notedHead}' is no head: <number>:<64 hex digits>.`)
  return (await readAuditLinkHash(db(), BigInt(seq)))?.toString('hex') === hash
}

async function run(notedHead: string | undefined): Promise<boolean> {
  setShopEnvironment()
  const proof = await checkBooksInSnapshot(db())
  console.log(formatBooksReport(proof).join('\n'))
  const isInChain = !notedHead || (await auditChainHas(notedHead))
  if (notedHead)
    console.log(
      `${isInChain ? '✓' : '✗'} the chain ${isInChain ? 'still goes' : 'no longer goes'} through ${notedHead}`,
    )
  return isSoundProof(proof) && isInChain
}

try {
  process.exit((await run(process.argv[2])) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
