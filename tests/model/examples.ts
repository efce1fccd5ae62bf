import type { StepDraft } from './drafts.ts'
import { serviceTypes } from './model-types.ts'

// Sequences of steps for cases that random sequences seldom reach. They run before the random ones.

const [who, referred] = [0, 1]
const newest = { who, at: 0 }
const transitionTo = (status: 1 | 2 | 3 | 4 | 5, share = 0): StepDraft => ({
  do: 'transition',
  ...newest,
  status,
  share,
  startCount: 20,
})
const paid = (by: number): StepDraft[][] => [[{ do: 'charge', who: by }], [{ do: 'deposit', ...newest }]]
const refund = (by: number, won: number | null = null): StepDraft[] => [{ do: 'requestRefund', who: by, won }]
const payOut = (bankChecked = false): StepDraft[] => [{ do: 'payRefund', ...newest, bankChecked }]
const order: StepDraft = { do: 'order', who, amount: 1_201 }

const typeDetails = {
  comments: 'first\n\nsecond',
  usernames: 'one, two three',
  hashtags: '#봄',
  hashtag: '봄',
  username: 'some.body',
  media: 'https://www.instagram.com/p/abc/',
  answerNumber: 2,
  groups: 'https://t.me/one',
  keywords: '강남 맛집',
  country: 'KR',
  device: 1,
  typeOfTraffic: 2,
  referringUrl: 'https://example.kr',
  min: 2,
  max: 3,
  posts: 2,
  oldPosts: 1,
}
const orderOfType = (type: string, changed: object = {}, runs: 0 | 2 = 0): StepDraft => ({
  do: 'orderOfType',
  who,
  type,
  amount: 3,
  runs,
  details: { ...typeDetails, ...changed },
})

/** Each sequence is a list of batches. The steps of a batch are performed at the same time. */
export const exampleSequences: readonly StepDraft[][][] = [
  // An auto order: its second run is made only once, when it is due, and the auto order ends with its last run.
  [
    [{ do: 'autoOrder', who, amount: 301, runs: 3 }],
    [{ do: 'makeRuns' }],
    [{ do: 'timeOfNextRun', ...newest }],
    [{ do: 'makeRuns' }, { do: 'makeRuns' }],
    [{ do: 'timeOfNextRun', ...newest }],
    [{ do: 'makeRuns' }],
    [{ do: 'cancelAuto', ...newest }],
    [transitionTo(2)],
    [{ do: 'transition', who, at: 1, status: 2, share: 0, startCount: null }],
    [{ do: 'transition', who, at: 2, status: 5, share: 0, startCount: null }],
    [{ do: 'makeRuns' }],
    [{ do: 'cancelAuto', ...newest }],
  ],
  // Requests about an order under way, and about a completed one.
  [
    [order],
    [transitionTo(4)],
    [{ do: 'speedUp', ...newest }],
    [
      { do: 'cancel', ...newest },
      { do: 'cancel', ...newest },
    ],
    [{ do: 'answer', ...newest, state: 'DONE' }],
    [{ do: 'answer', ...newest, state: 'REFUSED' }],
    [{ do: 'cancel', ...newest }],
    [{ do: 'dayAfterOrder', ...newest }],
    [{ do: 'cancel', ...newest }],
    [{ do: 'speedUp', ...newest }],
    [{ do: 'refill', ...newest, count: null }],
    [transitionTo(2)],
    [{ do: 'dayAfterOrder', ...newest }],
    [{ do: 'cancel', ...newest }],
    ...[0, 3, 1].map((count): StepDraft[] => [{ do: 'refill', ...newest, count }]),
    [transitionTo(3, 1)],
    [{ do: 'refill', ...newest, count: null }],
  ],
  // Orders of every service type: valid, with missing or wrong fields, and as an auto order.
  Object.keys(serviceTypes).flatMap((type): StepDraft[][] => [
    [orderOfType(type)],
    [orderOfType(type, { answerNumber: 0, device: 6, usernames: '', comments: [], referringUrl: undefined, min: 4 })],
    [orderOfType(type, {}, type === 'Default' ? 0 : 2)],
  ]),
  // Points that an order returns can again be paid back in cash; spent points can't. A reversal doesn't take back
  // what was paid back.
  [
    ...paid(who),
    [{ do: 'adjust', who, delta: -2_900 }],
    [order],
    [transitionTo(1)],
    [transitionTo(3, 2)],
    refund(who, 100),
    refund(who),
    payOut(),
    payOut(true),
    payOut(true),
    refund(who),
    [{ do: 'rejectRefund', ...newest }],
    [{ do: 'rejectRefund', ...newest }],
    [{ do: 'reverse', ...newest }],
    refund(who),
  ],
  // Points spent after the refund request aren't paid out. The oldest charge is spent first.
  [...paid(who), [{ do: 'adjust', who, delta: -3_000 }], ...paid(who), [order], refund(who), [order], payOut()],
  // A reversal takes points that its charge lacks from the other charge. Points that the order returns later then
  // belong to that other charge.
  [
    ...paid(who),
    [{ do: 'adjust', who, delta: -3_000 }],
    [order],
    [{ do: 'charge', who }],
    [{ do: 'deposit', ...newest }],
    [{ do: 'reverse', who, at: 1 }],
    [{ do: 'cancel', ...newest }],
    refund(who),
    payOut(),
  ],
  // A charge that only one person vouches for, and a charge that is reversed after its refund was requested.
  [
    [{ do: 'charge', who }],
    [{ do: 'approve', ...newest }],
    refund(who, 300),
    payOut(),
    payOut(true),
    refund(who, 300),
    payOut(),
    refund(who),
    [{ do: 'reverse', ...newest }],
    payOut(true),
  ],
  // A reward is paid after 72 hours, less the share of what was paid back. It isn't paid while a refund is requested,
  // and it is taken back after a reversal.
  [
    ...paid(referred),
    refund(referred, 333),
    [{ do: 'refundPeriodEnds', ...newest }],
    payOut(),
    refund(referred),
    [{ do: 'adjust', who, delta: -3_000 }],
    [{ do: 'reverse', ...newest }],
  ],
  // A reward is never paid for a charge that was reversed before.
  [...paid(referred), [{ do: 'reverse', ...newest }], ...paid(referred), [{ do: 'refundPeriodEnds', ...newest }]],
]
