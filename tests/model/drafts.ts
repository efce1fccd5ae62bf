import fc from 'fast-check'
import { serviceTypes, TYPE_MAX_QUANTITY } from './model-types.ts'
import {
  chargeStatus,
  type Details,
  type Model,
  type ModelCharge,
  type ModelOrder,
  type ModelRefund,
  orderStatus,
  refundStatus,
  type Step,
} from './state.ts'

// Random steps of the model. A draft is a step that doesn't yet name its records: they are chosen when the step runs,
// among the records that exist by then.

/** Number of members in each sequence of steps. */
export const MEMBER_COUNT = 2

const who = fc.nat(MEMBER_COUNT - 1)
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 10, max: 1_500 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 9, 5_000, 5_001) },
)
/** Index of the existing record that a step uses, counted from the newest. */
const at = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(6) })

const texts = fc.nat(6).map((count) => Array.from({ length: count }, (_, index) => `word${index}`))
/** A list: as a text with empty lines between its items, or as an array. */
const lines = fc.oneof(
  texts,
  texts.map((all) => all.join('\n\n')),
)
const perPost = fc.integer({ min: 1, max: 4 })

/** All fields that a service type can ask for. Each is valid, except lists without lines and numbers out of bounds. */
const allDetails = fc.record({
  comments: lines,
  usernames: fc.oneof(
    lines,
    texts.map((all) => all.join(', ')),
  ),
  hashtags: fc.constant('#봄 #여름'),
  hashtag: fc.constant('봄'),
  username: fc.constant('some.body'),
  media: fc.constant('https://www.instagram.com/p/abc/'),
  answerNumber: fc.integer({ min: 0, max: 101 }),
  groups: fc.constant('https://t.me/one https://t.me/two'),
  keywords: fc.constant('강남 맛집'),
  country: fc.constant('KR'),
  device: fc.integer({ min: 1, max: 6 }),
  typeOfTraffic: fc.integer({ min: 1, max: 3 }),
  googleKeyword: fc.constant('꽃집'),
  referringUrl: fc.constant('https://example.kr'),
  min: perPost,
  max: perPost,
  posts: fc.nat(3),
  oldPosts: fc.nat(2),
})

const orderOfType = fc
  .record({
    do: fc.constant('orderOfType' as const),
    who,
    type: fc.constantFrom(...Object.keys(serviceTypes)),
    amount: fc.integer({ min: 1, max: TYPE_MAX_QUANTITY + 1 }),
    runs: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(2) }),
    details: allDetails,
    /** Index of the field, among those of the type, that is left out; null leaves out none. */
    without: fc.option(fc.nat(3)),
  })
  .map(({ without, ...order }) => {
    const missing = without === null ? undefined : serviceTypes[order.type]?.fields[without]
    const sent = Object.entries(order.details).filter(([name]) => name !== missing)
    // Auto orders of the type Default are made by a step of their own.
    const runs = order.type === 'Default' ? 0 : order.runs
    return { ...order, runs, details: Object.fromEntries(sent) as Details }
  })

/** A step with these random fields, and its weight among all steps. */
const weighted = <const Name extends Step['do'], T extends object>(
  weight: number,
  name: Name,
  fields: { [Field in keyof T]: fc.Arbitrary<T[Field]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<{ do: Name } & T>,
})

/** Amount to be paid back, in whole won; null for everything that can be paid back. */
const won = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  // Odd, because the amounts of charges are even: a deposit of the amount of a refund waits, as it may have come back.
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 999 }).map((half) => 2 * half + 1) },
  { weight: 1, arbitrary: fc.constantFrom(0, 9_999) },
)

/** Generates a `StepDraft`. */
export const stepDraft = fc.oneof(
  weighted(6, 'order', { who, amount }),
  weighted(2, 'orderMany', {
    who,
    amounts: fc.array(fc.integer({ min: 10, max: 900 }), { minLength: 1, maxLength: 4 }),
  }),
  { weight: 3, arbitrary: orderOfType },
  weighted(3, 'autoOrder', { who, amount, runs: fc.integer({ min: 2, max: 4 }) }),
  weighted(4, 'cancel', { who, at }),
  weighted(2, 'cancelAuto', { who, at }),
  weighted(4, 'timeOfNextRun', { who, at }),
  weighted(4, 'makeRuns', {}),
  weighted(10, 'transition', {
    who,
    at,
    status: fc.constantFrom(1, 2, 3, 4, 5),
    share: fc.integer({ min: 0, max: 6 }),
    startCount: fc.option(fc.nat(50)),
  }),
  weighted(4, 'refill', { who, at, count: fc.option(fc.nat(3)) }),
  weighted(2, 'speedUp', { who, at }),
  weighted(3, 'dayAfterOrder', { who, at }),
  weighted(3, 'answer', { who, at, state: fc.constantFrom('DONE' as const, 'REFUSED' as const) }),
  weighted(6, 'charge', { who }),
  weighted(7, 'deposit', { who, at }),
  weighted(2, 'withdraw', { who, at }),
  weighted(2, 'approve', { who, at }),
  weighted(1, 'reject', { who, at }),
  weighted(4, 'reverse', { who, at }),
  weighted(3, 'refundPeriodEnds', { who, at }),
  weighted(7, 'requestRefund', { who, won }),
  weighted(6, 'payRefund', { who, at, bankChecked: fc.oneof(fc.constant(true), fc.boolean()) }),
  weighted(1, 'rejectRefund', { who, at }),
  weighted(3, 'adjust', { who, delta: fc.integer({ min: -2_500, max: 1_500 }).filter((delta) => delta !== 0) }),
  weighted(2, 'coupon', { point: fc.integer({ min: 1, max: 900 }), times: fc.integer({ min: 1, max: 3 }) }),
  weighted(3, 'redeem', { who, at }),
)
/** A random step whose records aren't chosen yet. */
export type StepDraft = typeof stepDraft extends fc.Arbitrary<infer Each> ? Each : never

/** By kind of record, the step that makes such a record. */
const makingSteps: { readonly [Records in keyof Model]?: (key: string, who: number) => Step } = {
  orders: (key, who) => ({ key, do: 'order', who, amount: 700 }),
  autos: (key, who) => ({ key, do: 'autoOrder', who, amount: 301, runs: 2 }),
  charges: (key, who) => newCharge(key, who),
  coupons: (key) => ({ key, do: 'coupon', point: 500, times: 2 }),
  refunds: (key, who) => ({ key, do: 'requestRefund', who, won: null }),
}

/** By step, the kind of the existing record that it uses. */
const recordsOfStep = {
  cancel: 'orders',
  transition: 'orders',
  refill: 'orders',
  speedUp: 'orders',
  dayAfterOrder: 'orders',
  cancelAuto: 'autos',
  timeOfNextRun: 'autos',
  answer: 'requests',
  deposit: 'charges',
  withdraw: 'charges',
  approve: 'charges',
  reject: 'charges',
  reverse: 'charges',
  refundPeriodEnds: 'charges',
  payRefund: 'refunds',
  rejectRefund: 'refunds',
  redeem: 'coupons',
} as const

type StepAbout = keyof typeof recordsOfStep
type RecordsOfStep<Name extends StepAbout> = Model[(typeof recordsOfStep)[Name]]
type IsLikely<Name extends StepAbout> = (record: RecordsOfStep<Name>[string]) => boolean

const isWaiting = ({ status }: ModelCharge) => status === chargeStatus.WAITING
const isCredited = ({ status, reversed }: ModelCharge) => status === chargeStatus.CREDITED && !reversed
const isUnderWay = ({ status }: ModelOrder) => status === orderStatus.INPROGRESS || status === orderStatus.PROCESSING
const isRequested = ({ status }: ModelRefund) => status === refundStatus.REQUESTED

/** By step, whether a record is one on which the step is likely to succeed. */
const isLikelyToSucceed: { readonly [Name in StepAbout]?: IsLikely<Name> } = {
  refill: ({ status, isDefault }) => isDefault && status === orderStatus.COMPLETED,
  speedUp: isUnderWay,
  dayAfterOrder: isUnderWay,
  timeOfNextRun: ({ completed, runs }) => completed < runs,
  answer: ({ state }) => state === 'ASKED',
  deposit: isWaiting,
  withdraw: isWaiting,
  approve: isWaiting,
  reject: isWaiting,
  reverse: isCredited,
  refundPeriodEnds: isCredited,
  payRefund: isRequested,
  rejectRefund: isRequested,
}

/**
 * Key of the record for a step. Index 0 means the newest record on which the step is likely to succeed, or else the
 * newest. Returns 'none' if there is no record.
 */
function chooseKey(model: Model, name: StepAbout, index: number): string {
  const all: Record<string, object> = model[recordsOfStep[name]]
  const keys = Object.keys(all).toReversed()
  const isLikelyRecord = isLikelyToSucceed[name] as ((record: object) => boolean) | undefined
  const suitable = isLikelyRecord && index === 0 ? keys.find((key) => isLikelyRecord(all[key] as object)) : undefined
  return suitable ?? keys[index % (keys.length || 1)] ?? 'none'
}

let chargeCount = 0

// Each charge has its own amount, so that its deposit can't be mistaken for that of another charge.
const newCharge = (key: string, who: number): Step => ({
  ...{ key, do: 'charge', who },
  won: 1_000 + 2 * (chargeCount++ % 4_000),
})

/**
 * Returns a step that requests a refund of everything that can be paid back. If the member has no credited charge yet,
 * returns one that credits his waiting charge, or else one that requests a charge.
 */
function firstChargeOf(model: Model, key: string, who: number): Step {
  const own = Object.entries(model.charges).filter(([, { by }]) => by === who)
  if (own.some(([, charge]) => isCredited(charge))) return { key, do: 'requestRefund', who, won: null }
  const waiting = own.find(([, charge]) => isWaiting(charge))
  return waiting ? { key, do: 'deposit', of: waiting[0] } : newCharge(key, who)
}

/** The member to whom a record belongs; undefined for records of other kinds than orders, auto orders and charges. */
const ownerOf = (model: Model, records: keyof Model, of: string): number | undefined =>
  records === 'orders' || records === 'autos' || records === 'charges' ? model[records][of]?.by : undefined

/**
 * Makes a step from a draft by choosing its record among those in the model before the step. If `at` is 0, the owner of
 * the record performs the step; if there is no such record, the returned step makes one.
 */
export function makeStep(model: Model, wanted: StepDraft, key: string): Step {
  if (wanted.do === 'charge') return newCharge(key, wanted.who)
  if (wanted.do === 'requestRefund' && wanted.won === null) return firstChargeOf(model, key, wanted.who)
  if (!('at' in wanted)) return { key, ...wanted } as Step
  const records = recordsOfStep[wanted.do]
  const of = chooseKey(model, wanted.do, wanted.at)
  if (of === 'none' && wanted.at === 0 && makingSteps[records]) return makingSteps[records](key, wanted.who)
  const who = wanted.at === 0 ? (ownerOf(model, records, of) ?? wanted.who) : wanted.who
  const order = model.orders[of]
  if (wanted.do === 'transition') {
    const { status, share, startCount } = wanted
    const remains = status === 3 ? Math.floor(((order?.amount ?? 0) * share) / 5) : null
    return { key, do: wanted.do, of, status, remains, startCount }
  }
  if (wanted.do === 'refill') {
    // Depending on `wanted.count`, the present count that the member states is the count directly after the delivery,
    // one below that count, the start count, or one below the start count.
    const amount = order?.amount ?? 0
    const dropped = [0, 1, amount, amount + 1][wanted.count ?? 0] ?? 0
    const currentCount = wanted.count === null ? null : Math.max(0, (order?.startCount ?? 0) + amount - dropped)
    return { key, do: wanted.do, who, of, currentCount }
  }
  return { key, ...wanted, of, who } as Step
}
