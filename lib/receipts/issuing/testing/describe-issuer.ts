import { afterEach, beforeEach, describe } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import type { IssuerKind } from '../labels.ts'
import { describeCheats } from './describe-cheats.ts'
import { describeCorrections } from './describe-corrections.ts'
import { describeIssue } from './describe-issue.ts'
import { describeIssueFaults } from './describe-issue-faults.ts'
import { describeIssuingKills } from './describe-issuing-kills.ts'
import { endIssuingWork, type IssuerStandIn } from './world.ts'

/**
 * Declares the tests that every adapter of an issuer must pass. `start` starts its stand-in; each test gets a new one.
 * Call it in the test file of the adapter.
 */
export function describeIssuer(kind: IssuerKind, start: () => Promise<IssuerStandIn>): void {
  let running: IssuerStandIn
  beforeEach(async () => {
    running = await start()
  })
  afterEach(async () => {
    await running.stop()
    await endIssuingWork()
    await expectBooksBalance()
  })
  const suite = { kind, standIn: () => running, start }
  describe(`the issuer ${kind}`, () => {
    describeIssue(suite)
    describeIssueFaults(suite)
    describeCorrections(suite)
    describeCheats(suite)
    describeIssuingKills(suite)
  })
}
