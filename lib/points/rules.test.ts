import { expect, test } from 'vitest'
import { type AdjustmentDraft, adjustmentDoneText, adjustmentEffectText, checkAdjustmentDraft } from './rules.ts'

const draft = (change: Partial<AdjustmentDraft> = {}): AdjustmentDraft => ({
  direction: 'give',
  amount: '1,500',
  reason: '보상',
  ...change,
})
const adjustmentFacts = { balance: 100_000n, limit: 1_000_000n, isOwner: false, isAlone: false }
const planDraft = (change: Partial<AdjustmentDraft> = {}, isOwner = false, final = true) =>
  checkAdjustmentDraft(draft(change), { ...adjustmentFacts, isOwner }, { final })

test.each([
  ['1500', 'give', 1_500],
  ['1,500원', 'take', -1_000],
  ['0.5', 'give', 0.5],
  [' 1 500P ', 'give', 1_500],
])('%s to %s is an amount with what is there afterwards', (amount, direction, delta) => {
  const planned = planDraft({ amount: delta === -1_000 ? '1,000원' : amount, direction: direction as 'give' })
  expect(planned).toMatchObject({ ok: true, delta, after: 100_000n + BigInt(delta * 100), waits: false })
})

test.each(['', '0', '-5', '1.234', '천', '1e3', 'a1', '1a', '1.', '.5', '1원0', '1P0'])(
  '"%s" is no amount',
  (amount) => {
    expect(planDraft({ amount })).toEqual({
      ok: false,
      path: 'amount',
      message: '조정할 포인트를 숫자로 입력해 주세요.',
    })
  },
)

test('an adjustment can’t take more than the balance', () => {
  expect(planDraft({ direction: 'take', amount: '1000.01' })).toMatchObject({ ok: false, path: 'amount' })
  expect(planDraft({ direction: 'take', amount: '1000' })).toMatchObject({ ok: true, after: 0n })
})

test('above the limit an owner asks, and another one confirms or, if there is none, he himself; others can’t', () => {
  expect(planDraft({ amount: '10000' })).toMatchObject({ ok: true, waits: false })
  expect(planDraft({ amount: '10000.01' })).toMatchObject({ ok: false, path: 'amount' })
  const asked = planDraft({ amount: '10000.01' }, true)
  expect(asked).toMatchObject({ ok: true, waits: true })
  expect(adjustmentEffectText(asked, { isAlone: false })).toBe(
    '조정 뒤 잔액 11,000.01P · 한도를 넘어 다른 대표가 할 일에서 확인해야 반영돼요.',
  )
  expect(adjustmentEffectText(asked, { isAlone: true })).toBe(
    '조정 뒤 잔액 11,000.01P · 한도를 넘어 할 일에서 사유를 남기고 혼자 확인해야 반영돼요.',
  )
})

test('a missing reason is reported last', () => {
  expect(planDraft({ reason: ' ' })).toEqual({ ok: false, path: 'reason', message: '조정 사유를 입력해 주세요.' })
  expect(adjustmentEffectText(planDraft({ reason: '' }, false, false), adjustmentFacts)).toBe('조정 뒤 잔액 2,500P')
})

test('an adjustment that isn’t valid has no result to show', () => {
  expect(adjustmentEffectText(planDraft({ amount: '0' }), adjustmentFacts)).toBeNull()
})

test('after an adjustment staff read whose balance changed, and by how much', () => {
  expect(adjustmentDoneText('kim', 1_500)).toBe('kim 님에게 1,500P를 지급했어요.')
  expect(adjustmentDoneText('kim', -0.5)).toBe('kim 님의 잔액에서 0.5P를 차감했어요.')
})
