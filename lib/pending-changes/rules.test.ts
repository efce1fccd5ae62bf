import { expect, test } from 'vitest'
import { type ChangeSituation, decideChangeWait, guardedSettings, isEmptyValue } from './rules.ts'

const situation = (given: Partial<ChangeSituation> = {}): ChangeSituation => ({
  demo: false,
  newShop: false,
  isReplacedEmpty: false,
  secondOwner: false,
  ...given,
})

test('a single OWNER’s change takes effect after 24 hours, and nobody has to consent', () => {
  expect(decideChangeWait(situation())).toEqual({ hours: 24, consent: false })
})

test('with a second OWNER a change waits for his consent, or for 72 hours', () => {
  expect(decideChangeWait(situation({ secondOwner: true }))).toEqual({ hours: 72, consent: true })
})

test.each([
  ['in the demo', { demo: true }],
  ['in the first 24 hours of a shop', { newShop: true }],
  ['if no value is replaced', { isReplacedEmpty: true }],
])('a change takes effect at once %s, with or without a second OWNER', (_, given) => {
  expect(decideChangeWait(situation(given))).toBeNull()
  expect(decideChangeWait(situation({ ...given, secondOwner: true }))).toBeNull()
})

test.each([[undefined], [null], [''], [0]])('%j is no value that a change could replace', (value) => {
  expect(isEmptyValue(value)).toBe(true)
})

test.each([['신한은행'], [' '], [1], [false], ['0']])('%j is a value that a change replaces', (value) => {
  expect(isEmptyValue(value)).toBe(false)
})

test('the account that members transfer to, the sentence above it and the three limits are guarded, nothing else', () => {
  expect(guardedSettings.toSorted()).toEqual([
    'ADJUSTMENT_LIMIT',
    'APPROVAL_LIMIT',
    'BANKING_ACCOUNT_NUMBER',
    'BANKING_BANKING_CODE',
    'BANKING_DISPLAY_TEXT',
    'BANKING_NAME',
    'DAILY_LIMIT',
  ])
})
