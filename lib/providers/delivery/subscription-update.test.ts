import { expect, test } from 'vitest'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { correctSubscriptionUpdate } from './subscription-update.ts'

const { INPROGRESS, COMPLETED, PARTIAL, CANCELED } = orderStatus

/** Corrects an update on a subscription of five posts that get 100 to 200 each. */
const read = (status: OrderStatus, remains: number) =>
  correctSubscriptionUpdate(
    { status, remains, startCount: null },
    {
      serviceType: 'Subscriptions',
      details: { username: 'some.body', min: 100, max: 200, posts: 5 },
      amount: 1_000,
      remains: 900,
    },
  )

test.each([
  [500, { status: PARTIAL, remains: 500 }],
  [501, null],
])('completed, at most what its posts needn’t have got is left: %i', (remains, expected) => {
  const update = read(COMPLETED, remains)
  if (expected) expect(update).toMatchObject(expected)
  else expect(update).toBeNull()
})

test.each([
  [200, { status: PARTIAL, remains: 200 }],
  [199, null],
  [900, { status: PARTIAL, remains: 900 }],
  [901, null],
])('ended before its posts, at least one post is left and no more than before: %i', (remains, expected) => {
  for (const status of [CANCELED, PARTIAL]) {
    const update = read(status, remains)
    if (expected) expect(update).toMatchObject(expected)
    else expect(update).toBeNull()
  }
})

test.each([
  [200, 200],
  [199, null],
  [900, 900],
  [901, null],
])('under way, a number that can’t be what is left isn’t taken: %i', (remains, taken) => {
  expect(read(INPROGRESS, remains)).toMatchObject({ status: INPROGRESS, remains: taken })
})
