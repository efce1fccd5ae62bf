import { describe, expect, it } from 'vitest'
import { type FeeType, feeType } from '#lib/charges/labels.ts'
import {
  amountFieldText,
  buildChargeDraft,
  caretBefore,
  digitsAfterCaret,
  findFirstBrokenRule,
  parseTypedAmount,
  presetAmountText,
  withAddedAmount,
} from './charge-draft.ts'

const invoice = {
  company: '포인트 상사',
  businessNumber: '123-45-67891',
  leader: '홍길동',
  phone: '02-123-4567',
  jobType: '서비스',
  jobType2: '광고',
  address: '서울 강남구',
  email: 'tax@example.com',
}
const typed = { name: ' 홍길동 ', point: '10,000', ...invoice }
const draft = (kind: FeeType, changed: Partial<typeof typed> = {}) => {
  const fields: Record<string, string> = { ...typed, ...changed }
  return buildChargeDraft(kind, (name) => fields[name] ?? '')
}
const refusal = (kind: FeeType, changed: Partial<typeof typed> = {}) => findFirstBrokenRule(draft(kind, changed))

describe('the amount', () => {
  it('may be preset by the URL, capped at the maximum; an invalid one is ignored', () => {
    expect(['3300', '999999999999', '1'].map(presetAmountText)).toEqual(['3,300', '100,000,000', '1'])
    for (const nothing of [undefined, '', '0', '-5', '1.5', 'abc', '1e3', ['1', '2']])
      expect(presetAmountText(nothing)).toBe('')
  })

  it('is a whole number, and never more than can be charged at once', () => {
    expect(['', 'abc', '1,000원', '１０００', '999999999999'].map(parseTypedAmount)).toEqual([
      0, 0, 1_000, 1_000, 100_000_000,
    ])
    expect(withAddedAmount('99,999,500', 1_000)).toBe('100,000,000')
    expect(withAddedAmount('1,000', 500)).toBe('1,500')
    expect(withAddedAmount('1.5', 500)).toBe('500')
  })

  it('is 0 for text that is no whole number, and the text stays as typed: 1.5 is not 15', () => {
    for (const text of ['1.', '1.5', '1e3', '-100', '1만']) {
      expect(parseTypedAmount(text)).toBe(0)
      expect(amountFieldText(text)).toBe(text)
      expect(refusal(feeType.NONE, { point: text })?.message).toBe('충전금액을 설정해주세요')
    }
    expect(['1234', '00012', '0', ''].map(amountFieldText)).toEqual(['1,234', '12', '', ''])
  })

  it('keeps the caret at its digit when separators are inserted', () => {
    // A 9 was typed after the 1 of 1,000.
    expect(caretBefore('19,000', digitsAfterCaret('19,000', 2))).toBe(2)
    expect(caretBefore('19,000,000', digitsAfterCaret('19000,000', 2))).toBe(2)
    expect(caretBefore('1,000', digitsAfterCaret('1000', 4))).toBe(5)
  })
})

describe('a requested charge', () => {
  it('sends the fields of its receipt kind and no others', () => {
    expect(draft(feeType.NONE)).toEqual({ name: '홍길동', point: 10_000, feeType: 2, feeValue: {} })
    expect(draft(feeType.CASH, { phone: '01012345678' }).feeValue).toEqual({ phone: '01012345678' })
    expect(draft(feeType.FEE).feeValue).toEqual(invoice)
  })

  it('is refused by the first broken rule: the name, then the amount, then the receipt', () => {
    const nothing = { name: ' ', point: '0', company: '' }
    expect(refusal(feeType.FEE, nothing)?.message).toBe('이름을 입력해 주세요.')
    expect(refusal(feeType.FEE, { ...nothing, name: '홍' })?.message).toBe('충전금액을 설정해주세요')
    expect(refusal(feeType.FEE, { company: '' })?.path).toBe('company')
  })

  it.each(Object.keys(invoice))('a tax invoice can’t be requested without its %s', (field) => {
    expect(refusal(feeType.FEE, { [field]: '' })?.path).toBe(field)
  })

  it('accepts a business number with a valid check digit, and a phone number with dashes', () => {
    expect(refusal(feeType.FEE)).toBeNull()
    expect(refusal(feeType.FEE, { businessNumber: '1234567890' })?.path).toBe('businessNumber')
    expect(refusal(feeType.CASH, { phone: '010-1234-5678' })).toBeNull()
    expect(refusal(feeType.CASH, { phone: '010-1234' })?.path).toBe('phone')
    expect(refusal(feeType.NONE)).toBeNull()
  })
})
