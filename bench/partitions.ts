/**
 * Tries what docs/scale.md says about partitions. On copies of one database of two years, splits `order_events`,
 * `point_entries` and `orders` in several ways and measures POST /order and reads beside the tables as they are; the
 * copies take turns after each. Then splits `order_events` while a web process, one through PgBouncer and a worker run,
 * and detaches its oldest month, under load: no request may fail. `npm run prove -- partitions [orders] [phases]
 * [pattern of the splits to measure]`.
 */

import { checkBooksInSnapshot } from '#lib/books/check-books.ts'
import { isSoundProof } from '#lib/books/prove-books.ts'
import { type Copy, copyBase, splits } from './partitions/copies.ts'
import { check, end, faults, pooler, provider } from './partitions/filled-shop.ts'
import { detachLive, splitLive } from './partitions/live-splits.ts'
import { explainReads, measureOrders, measureReads } from './partitions/measure.ts'
import { tryLedger, tryOrders } from './partitions/try-splits.ts'

const phases = (process.argv[3] ?? 'reads,orders,try,swap,detach').split(',')
const wanted = new RegExp(process.argv[4] ?? '')

try {
  if (phases.includes('reads') || phases.includes('orders')) {
    const all: Copy[] = []
    for (const [name, split] of Object.entries(splits)) if (wanted.test(name)) all.push(await copyBase(name, split))
    if (phases.includes('reads')) {
      await explainReads(all.filter(({ name }) => /as it is|events/.test(name)))
      await measureReads(all)
    }
    if (phases.includes('orders')) await measureOrders(all)
    for (const copy of all) {
      check(isSoundProof(await checkBooksInSnapshot(copy.db)), `${copy.name}: the books balance`)
      await copy.end()
    }
  }
  if (phases.includes('try'))
    for (const [name, split] of Object.entries(splits)) {
      if (!/^(ledger|orders)/.test(name)) continue
      const copy = await copyBase(name, split)
      await (name.startsWith('ledger') ? tryLedger(copy) : tryOrders(copy))
      await copy.end()
    }
  for (const by of ['order_id', 'at'] as const) {
    if (phases.includes('swap')) await splitLive(by)
    if (phases.includes('detach')) await detachLive(by)
  }
} catch (error) {
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
await provider.stop()
pooler.stop()
await end()
if (faults.length > 0) console.log(`✗ ${faults.join('\n✗ ')}`)
process.exit(faults.length > 0 ? 1 : 0)
