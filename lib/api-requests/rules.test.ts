import { expect, test } from 'vitest'
import { makeNewOrderDetector, makeRequestBudget, type RequestKind } from './rules.ts'

const [MINUTE, MEMBERS] = [60_000, 20_000]

/**
 * Passes `calls` calls of one member in one minute to a budget. Returns how many are stored, and how many are only
 * counted.
 */
function outcomes(kind: RequestKind, calls: number) {
  const admit = makeRequestBudget()
  const answers = Array.from({ length: calls }, () => admit(1, kind, 0))
  return {
    stored: answers.filter((each) => each === 0).length,
    counted: answers.filter((each) => each === null).length,
  }
}

test('a minute of a member is stored up to 60 reads, 120 refusals and 120 other writes, and all orders', () => {
  expect(outcomes('read', 100)).toEqual({ stored: 60, counted: 40 })
  expect(outcomes('failure', 200)).toEqual({ stored: 120, counted: 80 })
  expect(outcomes('write', 200)).toEqual({ stored: 120, counted: 80 })
  expect(outcomes('test', 100)).toEqual({ stored: 60, counted: 40 })
  expect(outcomes('order', 1_000)).toEqual({ stored: 1_000, counted: 0 })
})

test('each kind and member counts for itself, and the next one stored says how many of its kind were left out', () => {
  const admit = makeRequestBudget({ read: 2, order: Number.POSITIVE_INFINITY, write: 1, test: 1, failure: 1 })
  const four = (kind: RequestKind, at: number) => Array.from({ length: 4 }, () => admit(1, kind, at))
  expect(four('read', 0)).toEqual([0, 0, null, null])
  expect(four('failure', 0)).toEqual([0, null, null, null])
  expect(four('order', 0)).toEqual([0, 0, 0, 0])
  expect(admit(2, 'read', 0)).toBe(0)
  expect(four('read', MINUTE - 1)).toEqual([null, null, null, null])
  expect(four('read', MINUTE)).toEqual([6, 0, null, null])
})

test('the counts of 20,000 members are kept; one more takes the place of the oldest', () => {
  const admit = makeRequestBudget({ read: 1, order: 1, write: 1, test: 1, failure: 1 })
  for (let member = 1; member <= MEMBERS; member++) admit(member, 'read', 0)
  expect(admit(1, 'read', 0)).toBeNull()
  expect(admit(MEMBERS + 1, 'read', 0)).toBe(0)
  expect(admit(2, 'read', 0)).toBeNull()
  expect(admit(1, 'read', 0)).toBe(0)
})

test('an order is new once, also if it is answered after later ones', () => {
  const isNew = makeNewOrderDetector()
  expect([5, 5, 4, 6, 4, 5].map((order) => isNew(1, order))).toEqual([true, false, true, true, false, false])
  expect(isNew(2, 5)).toBe(true)
})

test('an order older than the 256 newest ones is not new', () => {
  const isNew = makeNewOrderDetector()
  for (let order = 101; order <= 356; order++) expect(isNew(1, order)).toBe(true)
  expect(isNew(1, 100)).toBe(false)
  expect(isNew(1, 358)).toBe(true)
  expect(isNew(1, 357)).toBe(true)
  expect(isNew(1, 101)).toBe(false)
})

test('an order that is answered after 200 later ones is new', () => {
  const isNew = makeNewOrderDetector()
  for (let order = 101; order <= 300; order++) expect(isNew(1, order)).toBe(true)
  expect(isNew(1, 100)).toBe(true)
})
