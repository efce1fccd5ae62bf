import { expect, test } from 'vitest'
import { orderStatus } from '#lib/orders/labels.ts'
import { isRemarkEvent } from './is-remark-event.ts'

const { PENDING, PARTIAL, COMPLETED } = orderStatus
const event = (from: number | null, to: number, remains = 0) => ({ from, to, remains })

test.each([
  ['the placing of an order', event(null, PENDING, 100), undefined, false],
  ['a transition', event(PENDING, PARTIAL, 40), event(null, PENDING, 100), false],
  ['a further partial refund', event(PARTIAL, PARTIAL, 20), event(PENDING, PARTIAL, 40), false],
  ['a remark on a partly delivered order', event(PARTIAL, PARTIAL, 40), event(PENDING, PARTIAL, 40), true],
  ['a remark on another order', event(COMPLETED, COMPLETED), event(PENDING, COMPLETED), true],
  ['a remark after progress that left no event', event(PENDING, PENDING, 60), event(null, PENDING, 100), true],
])('%s', (_, given, before, expected) => expect(isRemarkEvent(given, before)).toBe(expected))
