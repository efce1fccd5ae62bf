import { afterEach, beforeEach, describe } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import type { SourceKind } from '../labels.ts'
import { depositSourceOf } from '../registry.ts'
import { describeCrediting } from './describe-crediting.ts'
import { describeDeposits } from './describe-deposits.ts'
import { describeFaults } from './describe-faults.ts'
import { describeKills } from './describe-kills.ts'
import { describeWebhooks } from './describe-webhooks.ts'
import { endUnfinishedWork } from './source-suite.ts'
import type { StandIn } from './stand-in.ts'

/**
 * Declares, for one adapter, the tests of the rules that every source of deposits must follow. Call it in the adapter's
 * test file. `start` starts the deposit source's stand-in, a new one for each test. After each test, the books must
 * balance. `npm run test:unit -- lib/deposits/sources/<kind>.test.ts` runs the tests.
 */
export function describeSource(kind: SourceKind, start: () => Promise<StandIn>): void {
  let running: StandIn
  beforeEach(async () => {
    running = await start()
  })
  afterEach(async () => {
    await running.stop()
    await endUnfinishedWork(kind)
    await expectBooksBalance()
  })
  const suite = { kind, standIn: () => running, start }
  describe(`the source ${kind}`, () => {
    describeDeposits(suite)
    describeFaults(suite)
    describeCrediting(suite)
    describeKills(suite)
    if (depositSourceOf(kind).receive) describeWebhooks(suite)
  })
}
