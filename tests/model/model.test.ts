import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { db } from '#lib/core/db.ts'
import { type AbuseDatabase, openAbuseDatabase } from '../abuse/database.ts'
import { applyStep, type Model, newModel, type Outcome, type Step } from './model.ts'
import { factsOf, factsOfModel, makeModelService, openShop, performStep, type Shop, START } from './shop.ts'

// Random sequences of steps are run both in the shop, by its calls on a real PostgreSQL, and in a model in memory.
// After each step the shop's answer, a refusal too, must equal the model's, and so must balances, debts, ledger and the
// states of all orders and charges. Some steps run at the same time: their answers and results must then be those of
// running them one after the other in some sequence (they are linearizable). A failure prints its seed and the path to
// the shortest failing sequence; PROOF_SEED and PROOF_PATH repeat it. `npm run prove -- model` runs 10,000 sequences.

vi.hoisted(() => {
  // Limits that no sequence reaches.
  process.env.RATE_LIMIT_FACTOR = '1000'
})

const SEQUENCES = Number(process.env.PROOF_SEQUENCES ?? 4)
const seed = Number(process.env.PROOF_SEED || Math.trunc(Math.random() * 2 ** 31))
const path = process.env.PROOF_PATH
const MEMBERS = 2
const SEQUENCES_PER_CLEAN_UP = 25

const who = fc.nat(MEMBERS - 1)
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 10, max: 1_500 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 9, 5_000, 5_001) },
)
/** Which of the existing records a step is about, counted from the newest. */
const at = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(6) })

/** A step as generated, before it is known which records there are to choose from. */
const draft = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('order'), who, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('orderMany'),
      who,
      amounts: fc.array(fc.integer({ min: 10, max: 900 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('autoOrder'), who, amount, runs: fc.integer({ min: 2, max: 7 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel'), who, at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancelAuto'), who, at }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('transition'),
      at,
      status: fc.constantFrom(1, 2, 3, 4, 5),
      share: fc.integer({ min: 0, max: 6 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('charge'), who }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deposit'), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw'), who, at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('approve'), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reject'), at }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reverse'), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('adjust'),
      who,
      delta: fc.integer({ min: -2_500, max: 1_500 }).filter((delta) => delta !== 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('coupon'),
      point: fc.integer({ min: 1, max: 900 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('redeem'), who, at }) },
)
type Draft = typeof draft extends fc.Arbitrary<infer Each> ? Each : never

/** One step alone, or two or three at once. */
const batch = fc.oneof(
  { weight: 3, arbitrary: fc.array(draft, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(draft, { minLength: 2, maxLength: 3 }) },
)
const sequence = fc.array(batch, { minLength: 1, maxLength: 14, size: 'max' })

const newestAt = (things: object, index: number): string => {
  const keys = Object.keys(things)
  return keys.length === 0 ? 'none' : (keys[keys.length - 1 - (index % keys.length)] as string)
}

let charged = 0

/** Makes a step of a draft: chooses its records among those that the model has before the step. */
function stepOf(model: Model, wanted: Draft, key: string): Step {
  const { do: name } = wanted
  if (name === 'transition') {
    const of = newestAt(model.orders, wanted.at)
    const order = model.orders[of]
    const remains = wanted.status === 3 ? Math.floor(((order?.amount ?? 0) * wanted.share) / 5) : null
    return { key, do: name, of, status: wanted.status, remains }
  }
  // Each charge has its own amount, so that its deposit can't be taken for that of another charge.
  if (name === 'charge') return { key, do: name, who: wanted.who, won: 1_000 + (charged++ % 8_000) }
  if (name === 'cancel') return { key, do: name, who: wanted.who, of: newestAt(model.orders, wanted.at) }
  if (name === 'cancelAuto') return { key, do: name, who: wanted.who, of: newestAt(model.autos, wanted.at) }
  if (name === 'withdraw') return { key, do: name, who: wanted.who, of: newestAt(model.charges, wanted.at) }
  if (name === 'redeem') return { key, do: name, who: wanted.who, of: newestAt(model.coupons, wanted.at) }
  if (name === 'deposit' || name === 'approve' || name === 'reject' || name === 'reverse')
    return { key, do: name, of: newestAt(model.charges, wanted.at) }
  return { key, ...wanted } as Step
}

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((each, index) => permutations(all.toSpliced(index, 1)).map((rest) => [each, ...rest]))

const counts: Record<string, number> = {}

/** The model after the steps in this sequence, if it answers them as the shop did; null otherwise. */
function modelAfter(
  model: Model,
  order: readonly number[],
  steps: readonly Step[],
  answers: readonly Outcome[],
): Model | null {
  const next = structuredClone(model)
  const same = order.every((index) => isDeepStrictEqual(applyStep(next, steps[index] as Step), answers[index]))
  return same ? next : null
}

async function play(shop: Shop, model: Model, drafts: readonly Draft[], key: string): Promise<Model> {
  const steps = drafts.map((each, index) => stepOf(model, each, `${key}-${index}`))
  const answers = await Promise.all(steps.map((step) => performStep(shop, step)))
  for (const [index, step] of steps.entries()) {
    const name = `${step.do} ${answers[index]?.code ?? 'done'}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  const facts = await factsOf(shop)
  const orders = permutations(steps.map((_, index) => index))
  const candidates = orders.map((order) => modelAfter(model, order, steps, answers)).filter((each) => each !== null)
  const found = candidates.find((each) => isDeepStrictEqual(factsOfModel(each), facts))
  if (found) return found
  // No sequence explains the answers: compare with the sequence as generated, so that the failure shows what differs.
  const written = structuredClone(model)
  const expected = steps.map((step) => applyStep(written, step))
  expect({ steps, answers, facts }).toEqual({ steps, answers: expected, facts: factsOfModel(written) })
  return written
}

let shopDatabase: AbuseDatabase | undefined
let sequences = 0
let serviceId = 0
afterAll(() => shopDatabase?.end())

async function expectNoDifference(batches: readonly (readonly Draft[])[]): Promise<void> {
  if (sequences++ % SEQUENCES_PER_CLEAN_UP === 0) {
    shopDatabase ??= await openAbuseDatabase()
    await shopDatabase.clear()
    serviceId = await makeModelService()
    await db().rows('SELECT 1')
  }
  const shop = await openShop(serviceId, MEMBERS)
  let model = newModel(MEMBERS, START)
  for (const [index, drafts] of batches.entries()) model = await play(shop, model, drafts, `step-${index}`)
  await expectBooksBalance()
}

test(`the shop does what a model in memory does, alone and at once: ${SEQUENCES} sequences, seed ${seed}`, {
  timeout: 7_200_000,
  retry: 0,
}, async () => {
  const options = { seed, numRuns: SEQUENCES, ...(path && { path }) }
  await fc.assert(fc.asyncProperty(sequence, expectNoDifference), options)
  if (process.env.PROOF_SEQUENCES) console.log(`seed ${seed}: ${sequences} sequences, ${JSON.stringify(counts)}`)
})
