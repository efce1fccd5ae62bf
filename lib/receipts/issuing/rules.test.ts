import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receiptAmountDue } from '../rules.ts'
import {
  correctionSums,
  documentSumsOf,
  isLinkToIssuer,
  isRecentTrade,
  secondsUntilNextAttempt,
  seoulTimeDigits,
} from './rules.ts'

const won = (sum: number) => BigInt(sum) * 100n

test('a document that can’t be sent is tried again after 5 seconds, then twice as long each time, 30 minutes at most', () => {
  expect([0, 1, 2, 3, 9, 10].map(secondsUntilNextAttempt)).toEqual([5, 5, 10, 20, 1_280, 1_800])
  expect([11, 22, 2_000].map(secondsUntilNextAttempt)).toEqual([1_800, 1_800, 1_800])
})

describe('a receipt states', () => {
  const charge = (given: object = {}) => ({ payAmount: won(110_000), paidBack: 0n, isReversed: false, ...given })

  test.each([
    ['what the member paid', {}, won(110_000)],
    ['less what was paid back to him', { paidBack: won(10_000) }, won(100_000)],
    ['nothing once all was paid back', { paidBack: won(110_000) }, 0n],
    ['never less than nothing', { paidBack: won(110_001) }, 0n],
    ['nothing of a charge that was reversed', { isReversed: true }, 0n],
    ['whole won, rounded down', { paidBack: 1n }, won(109_999)],
    ['not a part of a won', { payAmount: 99n }, 0n],
    ['one won', { payAmount: 100n }, won(1)],
  ])('%s', (_, given, due) => {
    expect(receiptAmountDue(charge(given))).toBe(due)
  })

  test('its total in whole won, with supply value and tax', () => {
    expect(documentSumsOf(won(11_000))).toEqual({ total: 11_000, supply: 10_000, tax: 1_000 })
    expect(documentSumsOf(0n)).toEqual({ total: 0, supply: 0, tax: 0 })
  })
})

test('a correction takes back its part of total, supply value and tax', () => {
  expect(correctionSums(won(11_000), won(11_000))).toEqual({ total: 11_000, supply: 10_000, tax: 1_000 })
  expect(correctionSums(won(11_000), won(1_100))).toEqual({ total: 1_100, supply: 1_000, tax: 100 })
  // 11 won are split into 10 and a tax of 1, and 6 won into 5 and a tax of 1. So the correction by 5 won takes back no
  // tax.
  expect(correctionSums(won(11), won(5))).toEqual({ total: 5, supply: 5, tax: 0 })
})

test('into whatever parts a charge is paid back, the corrections add up to what was issued', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(parts, (sums) => {
      const total = sums.reduce((sum, part) => sum + part, 0)
      const added = { total: 0, supply: 0, tax: 0 }
      let left = total
      for (const part of sums) {
        const correction = correctionSums(won(left), won(part))
        expect(correction.total).toBe(part)
        expect(correction.supply + correction.tax).toBe(part)
        left -= part
        for (const key of ['total', 'supply', 'tax'] as const) added[key] += correction[key]
      }
      expect(added).toEqual(documentSumsOf(won(total)))
    }),
  )
})

test('a time is written as 14 digits in Seoul, nine hours ahead of UTC', () => {
  expect(seoulTimeDigits(new Date('2026-11-24T14:59:59.999Z'))).toBe('20261124235959')
  expect(seoulTimeDigits(new Date('2026-11-24T15:00:00Z'))).toBe('20261125000000')
})

// 00:30 on November 25 in Seoul, while it is still the 24th in UTC.
test.each([
  ['20261125003000', true],
  ['20261125003001', false],
  ['20261125000000', true],
  ['20261124235959', true],
  ['20261124000000', true],
  ['20261123235959', false],
  ['20261126000000', false],
  ['20251125003000', false],
])('at 00:30 of 2026-11-25 a cash receipt may state the time of trade %s: %s', (tradedAt, isAllowed) => {
  expect(isRecentTrade(tradedAt, new Date('2026-11-24T15:30:00Z'))).toBe(isAllowed)
})

describe('the page of a document is handed on only if it leads to the service', () => {
  const service = { domain: 'popbill.com', standInUrl: null }

  test.each([
    'https://popbill.com/view?a=1',
    'https://www.popbill.com/view',
    'https://test.popbill.com:443/view',
    'https://WWW.POPBILL.COM/view',
  ])('%s does', (link) => {
    expect(isLinkToIssuer(link, service)).toBe(true)
  })

  test.each([
    'http://www.popbill.com/view',
    'https://www.popbill.com:8443/view',
    'https://evilpopbill.com/view',
    'https://popbill.com.evil.example/view',
    'https://evil.example/popbill.com',
    'https://someone@www.popbill.com/view',
    'https://:secret@www.popbill.com/view',
    'javascript:alert(1)//popbill.com',
    '//www.popbill.com/view',
    'www.popbill.com/view',
    '',
  ])('%s doesn’t', (link) => {
    expect(isLinkToIssuer(link, service)).toBe(false)
  })

  test('a connection with an address of its own has pages at that address alone', () => {
    const own = { domain: 'popbill.com', standInUrl: 'http://127.0.0.1:4010/api' }
    expect(isLinkToIssuer('http://127.0.0.1:4010/view/7', own)).toBe(true)
    expect(isLinkToIssuer('http://127.0.0.1:4011/view/7', own)).toBe(false)
    expect(isLinkToIssuer('https://127.0.0.1:4010/view/7', own)).toBe(false)
    expect(isLinkToIssuer('https://www.popbill.com/view/7', own)).toBe(false)
    expect(isLinkToIssuer('http://someone@127.0.0.1:4010/view/7', own)).toBe(false)
    expect(isLinkToIssuer('http://127.0.0.1:4010/view/7', { ...own, standInUrl: 'no address' })).toBe(false)
  })
})
