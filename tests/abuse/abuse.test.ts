import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { type PortoneStandIn, startPortoneStandIn } from '#lib/card-payments/testing/portone-stand-in.ts'
import { connectAndOfferPayments } from '#lib/card-payments/testing/world.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { type AbuseDatabase, openAbuseDatabase } from './database.ts'
import { cashOut, performAction, type RandomAction, randomAction } from './random-actions.ts'
import { computeCashTally, type Tally } from './tally.ts'
import { makeWorld } from './world.ts'

// Three accomplices, a dishonest MANAGER and an honest OWNER perform random actions. Whatever they do, the gang never
// gets more cash out of the shop than it paid in (docs/decisions/0032). A failure prints its seed and the path to the
// shortest failing sequence; PROOF_SEED and PROOF_PATH repeat it. `npm run prove -- abuse` runs 10,000 sequences.

const SEQUENCES = Number(process.env.PROOF_SEQUENCES ?? 60)
const seed = Number(process.env.PROOF_SEED ?? Math.trunc(Math.random() * 2 ** 31))
const path = process.env.PROOF_PATH

/** Number of sequences after which the database is emptied, because their rows slow down later sequences. */
const SEQUENCES_PER_CLEAN_UP = 25

let shop: AbuseDatabase
let portone: PortoneStandIn

beforeAll(async () => {
  shop = await openAbuseDatabase()
  portone = await startPortoneStandIn()
})
afterAll(async () => {
  await portone.stop()
  await shop.end()
})

let sequencesDone = 0
const tallies: Tally[] = []

async function expectNoGain(actions: readonly RandomAction[]): Promise<void> {
  if (sequencesDone++ % SEQUENCES_PER_CLEAN_UP === 0) {
    await shop.clear()
    await saveSettings({ REFERRAL_REWARD_PERCENT: 10, ENABLE_REFERRAL: true })
    await connectAndOfferPayments(portone)
  }
  const world = await makeWorld(portone)
  for (const each of actions) await performAction(world, shop, each)
  await cashOut(world, shop)
  const tally = await computeCashTally(world)
  tallies.push(tally)
  expect(tally.cashOut, 'won that left the shop for the gang').toBeLessThanOrEqual(tally.paidIn)
  await expectBooksBalance()
}

const totalOf = (of: (tally: Tally) => number): string =>
  tallies.reduce((total, tally) => total + of(tally), 0).toLocaleString('en-US')

/**
 * Prints how much cash the gang paid in and got out in all sequences: if the shop refused everything, the test would
 * prove nothing.
 */
function printTotals(): void {
  const paid = tallies.filter(({ cashOut: out }) => out > 0).length
  const [paidIn, paidOut] = [totalOf((tally) => tally.paidIn), totalOf((tally) => tally.cashOut)]
  console.log(`seed ${seed}: ${tallies.length} sequences, in ${paid} of them the gang got cash
  ${paidIn} won paid in, ${paidOut} paid out again`)
}

test(`a gang with a MANAGER of its own never leaves with more cash than it brought: ${SEQUENCES} sequences, seed ${seed}`, {
  timeout: 3_600_000,
  retry: 0,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomAction, { minLength: 1, maxLength: 25, size: 'max' }), expectNoGain),
    {
      seed,
      numRuns: SEQUENCES,
      ...(path && { path }),
    },
  )
  if (process.env.PROOF_SEQUENCES) printTotals()
})
