import { describe, expect, it } from 'vitest'
import { type OrderStatus, orderStatus, orderStatuses } from '#lib/orders/labels.ts'
import { type OrderState, offeredStatuses } from '#lib/orders/rules.ts'
import {
  buildTransitionBody,
  computeTransitionPlan,
  parseTypedQuantity,
  transitionDoneText,
  transitionPlanText,
} from './transition-plan.ts'

const { PENDING, INPROGRESS, COMPLETED, PARTIAL, CANCELED } = orderStatus

/** An order of 1,000 units at 3.3 P each. */
const order = (status: OrderStatus, more: Partial<OrderState> = {}): OrderState => ({
  status,
  amount: 1_000,
  remains: 1_000,
  price: 330_000n,
  refunded: 0n,
  recovered: 0n,
  ...more,
})

describe('a plan', () => {
  const draft = (status: OrderStatus, remains = '', reason = '') => ({ status, remains, startCount: '', reason })

  it('says what comes back: 518.1 P for 157 of 1,000 at 3.3 P', () => {
    const written = draft(PARTIAL, '157')
    const plan = computeTransitionPlan(order(INPROGRESS), written, { final: true })
    expect(plan).toEqual({ ok: true, to: PARTIAL, remains: 157, refund: 51_810n })
    expect(plan.ok && transitionPlanText(written, plan)).toBe('518.1P 환불')
  })

  it('ends its sentence in the toast before the one about the member', () => {
    const cancelled = draft(CANCELED)
    const plan = computeTransitionPlan(order(INPROGRESS), cancelled, { final: true })
    const toastOf = (channel: 'EMAIL' | null) => plan.ok && transitionDoneText(10_002, cancelled, plan, channel)
    expect(toastOf('EMAIL')).toBe('주문 10002 취소 · 3,300P 환불. 회원에게 알릴 이메일을 보낼 목록에 넣었어요.')
    expect(toastOf(null)).toBe('주문 10002 취소 · 3,300P 환불')
  })

  it('counts only the difference to what came back before', () => {
    const before = order(PARTIAL, { remains: 157, refunded: 51_810n })
    const plan = computeTransitionPlan(before, draft(CANCELED), { final: false })
    expect(plan).toMatchObject({ ok: true, refund: 278_190n })
  })

  it('states the resulting status if the remaining units lead to another one', () => {
    const all = draft(PARTIAL, '1,000')
    const plan = computeTransitionPlan(order(INPROGRESS), all, { final: true })
    expect(plan.ok && transitionPlanText(all, plan)).toBe('취소 처리 · 3,300P 환불')
    const none = draft(PARTIAL, '0')
    const done = computeTransitionPlan(order(INPROGRESS), none, { final: true })
    expect(done.ok && transitionPlanText(none, done)).toBe('완료 처리 · 환불 없음')
  })

  it('asks for remaining units, and for a reason only at the end', () => {
    expect(computeTransitionPlan(order(INPROGRESS), draft(PARTIAL), { final: false })).toMatchObject({
      ok: false,
      field: 'remains',
    })
    expect(computeTransitionPlan(order(INPROGRESS), draft(PARTIAL, '반'), { final: true })).toMatchObject({
      ok: false,
      field: 'remains',
    })
    const correction = draft(PARTIAL, '10')
    const done = order(COMPLETED, { remains: 0 })
    expect(computeTransitionPlan(done, correction, { final: false })).toMatchObject({ ok: true, refund: 3_300n })
    expect(computeTransitionPlan(done, correction, { final: true })).toMatchObject({ ok: false, field: 'reason' })
    expect(computeTransitionPlan(done, draft(PARTIAL, '10', ' 일부 이탈 '), { final: true })).toMatchObject({
      ok: true,
    })
  })

  it('refuses a start count that is no number', () => {
    const written = { ...draft(INPROGRESS), startCount: '12개' }
    expect(computeTransitionPlan(order(PENDING), written, { final: true })).toMatchObject({
      ok: false,
      field: 'startCount',
    })
  })

  it('is the same for every target that is offered, given a reason and units', () => {
    for (const status of orderStatuses)
      for (const target of offeredStatuses(order(status, { remains: 500 })))
        expect(
          computeTransitionPlan(order(status, { remains: 500 }), draft(target, '700', '이유'), { final: true }).ok,
        ).toBe(true)
  })
})

it('sends the fields that a target shows, and no hidden ones', () => {
  const typed = { status: PARTIAL, remains: '1,57', startCount: '1,024', reason: ' 이탈 ' }
  expect(JSON.parse(JSON.stringify(buildTransitionBody(typed)))).toEqual({
    status: 3,
    remains: 157,
    startCount: 1024,
    reason: '이탈',
  })
  const cancel = { ...typed, status: CANCELED }
  expect(JSON.parse(JSON.stringify(buildTransitionBody(cancel)))).toEqual({
    status: 5,
    remains: null,
    startCount: null,
    reason: '이탈',
  })
})

it('reads counts as people write them', () => {
  expect(parseTypedQuantity(' 1,000 ')).toBe(1_000)
  expect(parseTypedQuantity('')).toBeNull()
  expect(parseTypedQuantity('1.5')).toBeNaN()
  expect(parseTypedQuantity('-3')).toBeNaN()
})
