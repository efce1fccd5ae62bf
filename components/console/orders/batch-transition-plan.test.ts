import { expect, test } from 'vitest'
import { batchTransitionFacts, buildBatchTransitionPlan, summarizeBatchTransition } from './batch-transition-plan.ts'

const row = (id: number, from: number | null, refund: number, more: object = {}) => ({
  ...{ id, from, refund, waits: false, needsReason: false, refusal: null },
  ...more,
})

test('a preview says of each kind how many move and what comes back, and why others are refused', () => {
  const plan = buildBatchTransitionPlan([
    row(1, 0, 10.1),
    row(2, 1, 0.1),
    row(3, 1, 0.2, { waits: true, needsReason: true }),
    row(4, 5, 0, { refusal: '끝난 주문이에요.' }),
    row(5, null, 0, { refusal: '없는 주문이에요.' }),
    row(6, 5, 0, { refusal: '끝난 주문이에요.' }),
  ])
  expect(batchTransitionFacts(plan)).toEqual([
    { term: '주문접수', value: '1건 · 10.1P 환불' },
    { term: '진행중', value: '2건 · 0.3P 환불' },
    { term: '바꿀 주문', value: '3건' },
    { term: '환불 합계', value: '10.4P' },
  ])
  expect(plan).toMatchObject({ waiting: 1, needsReason: true })
  expect(plan.refused).toEqual([
    { message: '끝난 주문이에요.', ids: [4, 6] },
    { message: '없는 주문이에요.', ids: [5] },
  ])
  expect(plan.orders).toEqual([
    { id: 1, from: 0 },
    { id: 2, from: 1 },
    { id: 3, from: 1 },
  ])
})

test('afterwards it says what was moved, what waits and what was not moved, with the reasons', () => {
  const result = (id: number, kind: 'MOVED' | 'WAITING' | 'REFUSED', refund = 0, message: string | null = null) => ({
    ...{ id, result: kind, refund, message },
  })
  const rows = [result(1, 'MOVED', 5), result(2, 'MOVED'), result(3, 'WAITING'), result(4, 'REFUSED', 0, '바뀌었어요.')]
  expect(summarizeBatchTransition({ rows })).toEqual({
    text: '2건 바꿨어요. 5P를 환불했어요. 1건은 다른 운영자의 확인을 기다려요. 1건은 바꾸지 못했어요.',
    refused: [{ message: '바뀌었어요.', ids: [4] }],
    moved: [1, 2],
  })
  expect(summarizeBatchTransition({ rows: [result(1, 'MOVED')] }).text).toBe('1건 바꿨어요.')
})
