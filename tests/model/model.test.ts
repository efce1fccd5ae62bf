import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { settleDueRewards } from '#lib/referrals/settle-reward.ts'
import { type AbuseDatabase, openAbuseDatabase } from '../abuse/database.ts'
import { MEMBER_COUNT, makeStep, type StepDraft, stepDraft } from './drafts.ts'
import { exampleSequences } from './examples.ts'
import { readModelFacts, readShopFacts } from './facts.ts'
import { applyStep, newModel } from './model.ts'
import { settleReward } from './model-refunds.ts'
import { performStep } from './shop.ts'
import { makeShop, makeShopBase, type Shop, type ShopBase, START_BALANCE } from './shop-calls.ts'
import type { Model, Outcome, Step } from './state.ts'

// Runs sequences of steps, a few written ones and random ones, both in the shop (by its calls, on a real PostgreSQL)
// and in a model in memory. After each step the worker settles rewards. Then the shop's answer (even a refusal),
// balances, debts, ledger and the states of all records must equal the model's. Some steps run at the same time: their
// answers and results must be those of running them one after the other in some order (they are linearizable). A
// failure prints its seed and the path to the shortest failing sequence; PROOF_SEED and PROOF_PATH repeat it. `npm run
// prove -- model` runs 10,000 sequences.

vi.hoisted(() => {
  // Raises the rate limits so far that no sequence reaches them.
  process.env.RATE_LIMIT_FACTOR = '1000'
})

const SEQUENCES = Number(process.env.PROOF_SEQUENCES ?? 4)
const seed = Number(process.env.PROOF_SEED || Math.trunc(Math.random() * 2 ** 31))
const path = process.env.PROOF_PATH
const SEQUENCES_PER_CLEAN_UP = 25
/**
 * A sequence ends early when more models than this explain the answers so far. Steps at the same time multiply the
 * models, because any of them may have come first, and each further step must be applied to every model. Everything up
 * to that point has been compared.
 */
const MAX_MODELS = 50

/** One step, or two or three at the same time. */
const batch = fc.oneof(
  { weight: 3, arbitrary: fc.array(stepDraft, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(stepDraft, { minLength: 2, maxLength: 3 }) },
)
const sequence = fc.array(batch, { minLength: 1, maxLength: 14, size: 'max' })

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((each, index) => permutations(all.toSpliced(index, 1)).map((rest) => [each, ...rest]))

const counts: Record<string, number> = {}

/** The model after these steps in this order, if it answers them as the shop did; otherwise null. */
function modelAfter(
  model: Model,
  order: readonly number[],
  steps: readonly Step[],
  answers: readonly Outcome[],
): Model | null {
  const next = structuredClone(model)
  const same = order.every((index) => isDeepStrictEqual(applyStep(next, steps[index] as Step), answers[index]))
  if (same) settleReward(next)
  return same ? next : null
}

/** Removes duplicate models. */
const distinct = (models: readonly Model[]): Model[] =>
  models.filter((each, index) => !models.slice(0, index).some((earlier) => isDeepStrictEqual(earlier, each)))

/**
 * Runs steps at the same time in the shop. Returns all models that explain its answers, starting from each of `models`.
 * There may be several: whether a charge was credited before or after its refund period ended shows only later.
 */
async function runSteps(
  shop: Shop,
  models: readonly Model[],
  drafts: readonly StepDraft[],
  key: string,
): Promise<Model[]> {
  const [model = newModel(MEMBER_COUNT, START_BALANCE)] = models
  const steps = drafts.map((each, index) => makeStep(model, each, `${key}-${index}`))
  const answers = await Promise.all(steps.map((step) => performStep(shop, step)))
  for (const [index, step] of steps.entries()) {
    const name = `${step.do} ${answers[index]?.code ?? 'done'}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  await settleDueRewards(db())
  const facts = await readShopFacts(shop)
  const orders = permutations(steps.map((_, index) => index))
  const candidates = models
    .flatMap((each) => orders.map((order) => modelAfter(each, order, steps, answers)))
    .filter((each) => each !== null)
    .filter((each) => isDeepStrictEqual(readModelFacts(each), facts))
  if (candidates.length > 0) return distinct(candidates)
  // No order of the steps explains the answers. Compares them with the order as generated, so that the failure shows
  // the differences.
  const written = structuredClone(model)
  const expected = steps.map((step) => applyStep(written, step))
  settleReward(written)
  expect({ steps, answers, facts }).toEqual({ steps, answers: expected, facts: readModelFacts(written) })
  return [written]
}

let shopDatabase: AbuseDatabase | undefined
let sequences = 0
let endedEarly = 0
let base: ShopBase
afterAll(() => shopDatabase?.end())

async function expectNoDifference(batches: readonly (readonly StepDraft[])[]): Promise<void> {
  if (sequences++ % SEQUENCES_PER_CLEAN_UP === 0) {
    shopDatabase ??= await openAbuseDatabase()
    await shopDatabase.clear()
    base = await makeShopBase()
    await db().rows('SELECT 1')
  }
  const shop = await makeShop(base, MEMBER_COUNT)
  let models = [newModel(MEMBER_COUNT, START_BALANCE)]
  for (const [index, drafts] of batches.entries()) {
    models = await runSteps(shop, models, drafts, `step-${index}`)
    if (models.length > MAX_MODELS) {
      endedEarly++
      break
    }
  }
  await expectBooksBalance()
}

test(`the shop does what a model in memory does, alone and at once: ${SEQUENCES} sequences, seed ${seed}`, {
  timeout: 7_200_000,
  retry: 0,
}, async () => {
  const options = { seed, numRuns: SEQUENCES, ...(path && { path }) }
  // The short run plays only one of the written sequences.
  const written = process.env.PROOF_SEQUENCES
    ? exampleSequences
    : exampleSequences.slice(seed % exampleSequences.length).slice(0, 1)
  for (const example of path ? [] : written) await expectNoDifference(example)
  await fc.assert(fc.asyncProperty(sequence, expectNoDifference), options)
  if (process.env.PROOF_SEQUENCES)
    console.log(`seed ${seed}: ${sequences} sequences, ${endedEarly} ended early, ${JSON.stringify(counts)}`)
})
