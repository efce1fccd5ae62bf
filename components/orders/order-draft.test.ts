import { describe, expect, it } from 'vitest'
import { type RawDetails, readDetails } from '#lib/catalog/order-details.ts'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { wholePoints } from '#lib/money/points.ts'
import { priceOf } from '#lib/money/prices.ts'
import type { Product } from '../catalog/product.ts'
import {
  buildOrderBody,
  computeQuote,
  findBalanceIssue,
  findBrokenFields,
  findFieldToFillIn,
  findFirstBrokenRule,
  hasTypedInput,
  missingWon,
  newDraftFor,
  type OrderDraft,
  parseTypedNumber,
  toOrderInput,
  touchedFieldErrors,
} from './order-draft.ts'

const product: Product = {
  id: 7,
  name: 'followers',
  notice: '',
  unitPrice: 330_000n,
  min: 10,
  max: 1_000,
  orderable: true,
  enableAuto: true,
}
const ampleBalance = wholePoints(1_000_000)
const filled: OrderDraft = { ...newDraftFor(product, 'https://example.com'), amount: '157' }
const message = (draft: OrderDraft, balance = ampleBalance, chosen: Product | null = product) =>
  findFirstBrokenRule(draft, chosen ?? undefined, balance)?.message

describe('a draft', () => {
  it('starts at the minimum with auto-order off, and keeps the given link', () => {
    const next = newDraftFor(product, 'kept')
    expect(next).toEqual({ serviceId: 7, link: 'kept', amount: '10', auto: false, runs: '0', interval: '0' })
  })

  it('has no price as an auto order before two runs are typed', () => {
    const repeating = { ...filled, auto: true, runs: '5', interval: '60' }
    for (const runs of ['0', '1', '']) expect(computeQuote({ ...repeating, runs }, product)).toBeNull()
    expect(computeQuote({ ...repeating, runs: '2' }, product)?.quantity).toBe(2 * Number(filled.amount))
    expect(computeQuote({ ...repeating, auto: false, runs: '0' }, product)?.quantity).toBe(Number(filled.amount))
  })

  it('sends numbers, a trimmed link, and no repetition while auto-order is off', () => {
    const draft = { ...filled, link: '  a  ', amount: '1,000', runs: '5', interval: '60' }
    expect(toOrderInput(draft)).toEqual({ serviceId: 7, link: 'a', amount: 1000, runs: 0, interval: 0 })
    expect(toOrderInput({ ...draft, auto: true })).toMatchObject({ runs: 5, interval: 60 })
  })

  it('counts as typed once it differs from the empty form of its product', () => {
    expect(hasTypedInput(newDraftFor(product), product)).toBe(false)
    expect(hasTypedInput(newDraftFor(product, '  '), product)).toBe(false)
    for (const changed of [{ link: '@seoul' }, { amount: '11' }, { amount: '' }, { auto: true }])
      expect(hasTypedInput({ ...newDraftFor(product), ...changed }, product)).toBe(true)
  })

  it('needs its price less the balance, rounded up to whole won', () => {
    expect(missingWon(filled, product, 0n)).toBe(519)
    expect(missingWon(filled, product, 51_709n)).toBe(2)
    expect(missingWon(filled, product, 51_710n)).toBe(1)
    expect(missingWon(filled, product, 51_810n)).toBe(0)
    expect(missingWon(filled, undefined, 0n)).toBe(0)
    expect(missingWon({ ...filled, amount: '1.5' }, product, 0n)).toBe(0)
  })

  it('reads text that is no number as 0', () => {
    expect(['', '.', 'x', '9'.repeat(400), '1e3', '-50', '0x20', '1.2.3'].map(parseTypedNumber)).toEqual(
      Array(8).fill(0),
    )
    expect(['1.5', '1,234', ' 50 ', '１００'].map(parseTypedNumber)).toEqual([1.5, 1234, 50, 100])
  })
})

describe('the price', () => {
  it('is the exact unit price times the quantity of all runs', () => {
    expect(computeQuote(filled, product)).toEqual({ quantity: 157, price: 51_810n })
    const repeating = { ...filled, auto: true, runs: '3', interval: '60' }
    expect(computeQuote(repeating, product)).toEqual({ quantity: 471, price: 155_430n })
  })

  it('is null for a fraction of a run, or without a product', () => {
    expect(computeQuote({ ...filled, auto: true, runs: '1.5' }, product)).toBeNull()
    expect(computeQuote(filled, undefined)).toBeNull()
  })
})

describe('the first broken rule, in the sequence of the contract', () => {
  const auto = (runs: string, interval: string) => ({ ...filled, auto: true, runs, interval })

  it.each<[string, OrderDraft, string | undefined]>([
    ['an empty link', { ...filled, link: ' ', amount: '1' }, '주문 링크를 입력해주세요.'],
    ['too few', { ...filled, amount: '9' }, '주문 수량이 최소수량보다 적습니다.'],
    ['no amount', { ...filled, amount: '' }, '주문 수량이 최소수량보다 적습니다.'],
    ['too many', { ...filled, amount: '1001' }, '주문 수량이 최대수량보다 많습니다.'],
    ['too few, and half of one', { ...filled, amount: '1.5' }, '주문 수량이 최소수량보다 적습니다.'],
    ['half of one', { ...filled, amount: '15.5' }, '주문 수량은 소수점 없이 입력해 주세요.'],
    ['a power', { ...filled, amount: '1e2' }, '주문 수량이 최소수량보다 적습니다.'],
    ['a switch that is on and nothing else', auto('0', '0'), '자동주문 횟수는 1보다 커야 합니다'],
    ['half a run', auto('1.5', '0'), '자동주문 횟수는 소수점이 불가합니다'],
    ['too short an interval', auto('2', '59'), '자동주문 간격은 60이상 이여야 합니다'],
    ['half a minute', auto('2', '60.5'), '자동주문 간격은 소수점이 불가합니다'],
    ['nothing wrong', auto('2', '60'), undefined],
    ['nothing wrong, once', filled, undefined],
  ])('%s', (_, draft, expected) => expect(message(draft)).toBe(expected))

  it('is first a missing service, then a service that can’t be ordered', () => {
    expect(message({ ...filled, link: '' }, ampleBalance, null)).toBe('서비스를 선택해 주세요.')
    expect(message({ ...filled, link: '' }, ampleBalance, { ...product, orderable: false })).toBe(
      '주문불가 상품입니다.',
    )
  })

  it('checks the balance last, to the hundredth of a point', () => {
    expect(message({ ...filled, amount: '9' }, 0n)).toBe('주문 수량이 최소수량보다 적습니다.')
    expect(message(filled, 51_809n)).toBe('포인트가 부족합니다.')
    expect(message(filled, 51_810n)).toBeUndefined()
    expect(message(auto('2', '60'), 103_619n)).toBe('포인트가 부족합니다.')
  })
})

describe('errors during typing', () => {
  const touched = (...names: string[]) => new Set(names)

  it('shows the first broken rule of each touched field', () => {
    const draft = { ...filled, link: '', amount: '1', auto: true, runs: '0.5', interval: '59.5' }
    expect(touchedFieldErrors(draft, product, touched('amount', 'runs', 'interval'))).toEqual({
      amount: '주문 수량이 최소수량보다 적습니다.',
      runs: '자동주문 횟수는 1보다 커야 합니다',
      interval: '자동주문 간격은 60이상 이여야 합니다',
    })
    expect(touchedFieldErrors(draft, product, touched('link'))).toEqual({ link: '주문 링크를 입력해주세요.' })
    expect(touchedFieldErrors(draft, product, touched())).toEqual({})
    expect(touchedFieldErrors(draft, { ...product, orderable: false }, touched('amount'))).toEqual({})
  })

  it('shows that the balance is too small once the quantity is valid, with or without a link', () => {
    expect(findBalanceIssue({ ...filled, link: '' }, product, 51_809n)?.message).toBe('포인트가 부족합니다.')
    expect(findBalanceIssue(filled, product, 51_810n)).toBeNull()
    expect(findBalanceIssue({ ...filled, amount: '9' }, product, 0n)).toBeNull()
    expect(findBalanceIssue(filled, { ...product, orderable: false }, 0n)).toBeNull()
  })
})

describe('a restored draft', () => {
  it('names the first field that is empty or wrong, and none if only points are missing', () => {
    expect(findFieldToFillIn({ ...filled, link: ' ' }, product)).toBe('link')
    expect(findFieldToFillIn({ ...filled, amount: '' }, product)).toBe('amount')
    expect(findFieldToFillIn({ ...filled, auto: true, runs: '0' }, product)).toBe('runs')
    expect(findFieldToFillIn(filled, product)).toBeNull()
    expect(findFieldToFillIn({ ...filled, link: '' }, { ...product, orderable: false })).toBeNull()
  })
})

describe('a product whose type asks for details', () => {
  const readBy = (type: ServiceTypeName) => ({ type, readDetails: (typed: RawDetails) => readDetails(type, typed) })
  const commentsProduct: Product = { ...product, min: 2, max: 3, quantityFrom: 'LINES', ...readBy('Custom Comments') }
  const pollProduct: Product = { ...product, ...readBy('Poll') }
  const draft: OrderDraft = {
    ...newDraftFor(commentsProduct, 'https://example.com'),
    details: { comments: '하나\n\n둘' },
  }

  it('has the quantity and price of its lines, and sends the details beside link and quantity', () => {
    expect(computeQuote(draft, commentsProduct)).toEqual({ quantity: 2, price: priceOf(product.unitPrice, 2) })
    expect(buildOrderBody(draft)).toMatchObject({ link: 'https://example.com', comments: '하나\n\n둘' })
    expect(findFirstBrokenRule(draft, commentsProduct, 10n ** 9n)).toBeNull()
  })

  it('shows an error for too many lines once they were touched', () => {
    const many = { ...draft, details: { comments: 'a\nb\nc\nd' } }
    expect(touchedFieldErrors(many, commentsProduct, new Set(['details']))).toEqual({
      amount: '주문 수량이 최대수량보다 많습니다.',
    })
    expect(touchedFieldErrors(many, commentsProduct, new Set())).toEqual({})
  })

  it('can’t be ordered and has no price until its fields are loaded', () => {
    const { readDetails: _, ...unloaded } = commentsProduct
    expect(findFirstBrokenRule(draft, unloaded, 10n ** 9n)).toEqual({ path: '', message: '입력란을 불러오고 있어요.' })
    expect(computeQuote(draft, unloaded)).toBeNull()
  })

  it('names all broken fields at once', () => {
    expect(findBrokenFields({ ...newDraftFor(pollProduct, ''), amount: '0' }, pollProduct)).toEqual([
      'link',
      'answerNumber',
      'amount',
    ])
  })

  it('keeps the typed details when another product is selected', () => {
    expect(newDraftFor(pollProduct, draft.link, draft.details).details).toEqual(draft.details)
    expect(hasTypedInput({ ...newDraftFor(commentsProduct), details: { comments: 'a' } }, commentsProduct)).toBe(true)
  })
})
