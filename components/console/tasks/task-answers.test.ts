import { expect, test } from 'vitest'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import { taskActionEffectText, taskCauseText, taskSubjectText } from '#lib/tasks/resolution/task-texts.ts'
import { listResolutions } from './task-answers.tsx'

const task = (row: Partial<TaskRow> = {}): TaskRow => ({
  id: 7,
  kind: 'DELIVERY_UNKNOWN',
  refType: 'order',
  refId: 10_231,
  detail: {},
  dueAt: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  resolvedAt: null,
  resolvedBy: null,
  action: null,
  note: null,
  actions: ['sent', 'not-sent', 'done'],
  refund: null,
  memberNo: 3,
  memberId: 'cafe_log',
  referrerNo: null,
  referrerId: null,
  serviceText: null,
  providerName: null,
  orderStatus: 0,
  ...row,
})

const approval = task({
  kind: 'APPROVAL',
  refType: 'approval',
  refId: 5,
  actions: [],
  detail: { kind: 'ADJUSTMENT', amount: 1_500_000, takes: true, why: 'LIMIT', reason: '회수', askedBy: 'boss' },
})
const keysOf = (row: TaskRow, role: string) => listResolutions(row, role).map(({ key, verb }) => `${key} ${verb}`)

test('each answer has its key, and D closes what has other ways out', () => {
  expect(keysOf(task(), 'MANAGER')).toEqual(['a sent', 'r not-sent', 'd done'])
  expect(keysOf(task({ actions: ['apply', 'done'] }), 'OWNER')).toEqual(['a apply', 'd done'])
  expect(keysOf(task({ actions: ['done'] }), 'MANAGER')).toEqual(['a done'])
})

test('what costs more than was paid says how much, and which products became too cheap', () => {
  const dear = task({ kind: 'DELIVERY_DEAR', detail: { providerId: 1, price: 60, cost: 90.5 } })
  expect(taskCauseText(dear)).toBe('받은 금액 60원 · 원가 90.5원')
  expect(taskActionEffectText(dear, 'send-anyway')).toBe('남은 공급사에 보내요. 30.5원 손해예요.')
  const products = [
    { id: 12, text: '팔로워' },
    { id: 15, text: '좋아요' },
  ]
  const cheap = task({ kind: 'SERVICE_CHEAP', refType: 'provider', detail: { count: 1_203, products } })
  expect(taskCauseText(cheap)).toBe('12 팔로워, 15 좋아요 외 1,201개')
  const autoOrders = { orders: 1_200, runs: 41_000, loss: 12_340.5 }
  expect(taskCauseText(task({ kind: 'AUTO_BELOW_COST', refType: 'service', detail: autoOrders }))).toBe(
    '자동주문 1,200건 · 남은 회차 41,000회 · 손해 12,340.5원',
  )
})

test('SUPPORT has no answers, and nobody has one for what is settled', () => {
  expect(keysOf(task(), 'SUPPORT')).toEqual([])
  expect(keysOf(task({ resolvedAt: '2026-11-21T01:00:00.000Z', actions: [] }), 'OWNER')).toEqual([])
})

test('a request for a second person has no answers of its own, and says why it waits', () => {
  expect(keysOf(approval, 'OWNER')).toEqual([])
  expect(taskCauseText(approval)).toBe('한 건 한도를 넘어요 · 회수')
})

test('deposits that were missed, and a legal limit, say how much it is', () => {
  const dayOf = (day: string, count: number, amount: number) => ({ [day]: { count, amount } })
  const detail = { connection: 'barobill', days: dayOf('2026-11-23', 2, 12_000) }
  const missed = task({ kind: 'DEPOSIT_MISSED', refType: 'connection', detail })
  expect(taskCauseText(missed)).toBe('2026-11-23 · 2건 · 12,000원')
  const two = { ...detail.days, ...dayOf('2026-11-21', 1, 500) }
  expect(taskCauseText({ ...missed, detail: { ...detail, days: two } })).toBe('2026-11-21, 2026-11-23 · 3건 · 12,500원')
  const three = { ...two, ...dayOf('2026-11-22', 1, 500) }
  expect(taskCauseText({ ...missed, detail: { ...detail, days: three } })).toBe(
    '2026-11-21부터 2026-11-23까지 3일 · 4건 · 13,000원',
  )
  expect(taskSubjectText(missed)).toBe('바로빌')
  const limit = task({ kind: 'LEGAL_NEAR', refType: 'legal-limit', detail: { name: '지금 발행잔액', percent: 83 } })
  expect([taskSubjectText(limit), taskCauseText(limit)]).toEqual(['지금 발행잔액', '기준의 83%'])
})

test('a late change says where the order goes and what comes back', () => {
  const late = task({ kind: 'DELIVERY_LATE', detail: { status: 3, remains: 157 }, refund: 81.35 })
  expect(taskCauseText(late)).toBe('부분완료 · 남은 수량 157')
  expect(taskActionEffectText(late, 'apply')).toBe('주문을 부분완료 상태로 바꿔요. 회원에게 81.35P를 돌려줘요.')
  expect(taskActionEffectText({ ...late, refund: 0 }, 'apply')).toContain('돌려줄 포인트는 없어요.')
})

test('a list that wasn’t applied says which currency it has now, what it lacks and changes, or since when none was', () => {
  const list = task({ kind: 'SERVICE_LIST', refType: 'provider', detail: { former: 'USD', currency: 'KRW' } })
  expect(taskCauseText(list)).toBe('통화 USD → KRW')
  const detail = { LISTED: 1_204, GONE: 0, PRICE: 1_180, EFFECTS: 12 }
  expect(taskCauseText({ ...list, detail })).toBe('목록 1,204개 · 사라진 상품 0개 · 가격이 바뀐 상품 1,180개')
  const unread = { unread: true, appliedAt: '2026-10-01T20:00:00.000Z' }
  expect(taskCauseText({ ...list, detail: unread })).toBe('마지막 적용 2026-10-02')
  expect(taskCauseText({ ...list, detail: { ...unread, appliedAt: null } })).toBe('아직 적용한 목록이 없어요.')
})

test('a subscription that should have ended says by which day, or since when it is silent', () => {
  const lastPostAt = '2026-10-01T20:00:00.000Z'
  const open = task({ kind: 'SUBSCRIPTION_OPEN', detail: { expiry: '2026-10-31', lastPostAt } })
  expect(taskCauseText(open)).toBe('종료일 2026-10-31')
  expect(taskCauseText({ ...open, detail: { expiry: null, lastPostAt } })).toBe('마지막 진행 2026-10-02')
  expect(taskCauseText({ ...open, detail: { expiry: '2999-01-01', lastPostAt } })).toBe('마지막 진행 2026-10-02')
})

test('a held reward says why it waits and what each answer does', () => {
  const detail = { referrerNo: 9, reward: 500, reasons: ['SAME_NAME', 'SAME_ACCOUNT'] }
  const held = task({ kind: 'REFERRAL_REWARD', refType: 'member', detail, actions: ['pay', 'decline'] })
  expect(keysOf(held, 'MANAGER')).toEqual(['a pay', 'r decline'])
  expect(taskCauseText(held)).toBe('추천한 회원과 입금자명이나 예금주가 같아요 · 추천한 회원과 환불 계좌가 같아요')
  expect(taskActionEffectText(held, 'pay')).toContain('추천한 회원에게 500P를 적립해요.')
})

test('a task is named by what it is about', () => {
  expect(taskSubjectText(task())).toBe('주문 10231')
  expect(taskSubjectText(task({ refType: 'deposit', detail: { name: '홍길동', amount: 50_000 } }))).toBe(
    '홍길동 · 50,000원',
  )
  expect(taskSubjectText(approval)).toBe('cafe_log · 포인트 조정 -1,500,000원')
  expect(taskSubjectText(task({ refType: 'provider', refId: 4, providerName: null }))).toBe('공급사 4')
})

test('what the bank says of a deposit stands beside what is stored of it', () => {
  const reported = { name: '홍길동', amount: 50_000 }
  const differs = task({
    kind: 'DEPOSIT_DIFFERS',
    refType: 'deposit',
    detail: { name: '김민수', amount: 10_000, reported },
  })
  expect(taskSubjectText(differs)).toBe('김민수 · 10,000원')
  expect(taskCauseText(differs)).toBe('은행 알림: 홍길동 · 50,000원')
})

test('a member who uses many names is told with their number', () => {
  expect(taskCauseText(task({ kind: 'CHARGE_NAMES', refType: 'member', detail: { names: 6 } }))).toBe(
    '입금된 적 없는 이름 6개',
  )
})

test('an alarm says how slow, how far down, or how much below cost', () => {
  expect(taskCauseText(task({ kind: 'SERVICE_SLOW', refType: 'service', detail: { slow: 3, usual: 5_400 } }))).toBe(
    '보통 1시간 30분 · 두 배 넘게 걸리는 주문 3건',
  )
  expect(taskCauseText(task({ kind: 'PROVIDER_FALLING', refType: 'provider', detail: { before: 96, now: 62 } }))).toBe(
    '완료율 96% → 62% (최근 50건)',
  )
  expect(taskCauseText(task({ kind: 'BELOW_COST', refType: 'service', detail: { price: 1.2, cost: 1.5 } }))).toBe(
    '가격 1.2원 · 원가 1.5원',
  )
})
