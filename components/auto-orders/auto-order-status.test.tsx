import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AutoOrderStatusBadge } from './auto-order-status.tsx'
import { type AutoHistoryRow, RunIntervalCell } from './auto-order-table.tsx'
import { DebtNotice } from './debt-notice.tsx'

const order: AutoHistoryRow = {
  id: 31,
  createdAt: '2026-11-28T00:00:00.000Z',
  link: 'https://www.instagram.com/seoul.cafe.log/',
  point: 300,
  refunded: 0,
  amount: 100,
  serviceId: 1,
  completed: 1,
  runs: 3,
  interval: 60,
  status: 0,
  nextRunAt: '2026-11-28T01:00:00.000Z',
  heldAt: null,
  product: '인스타그램 팔로워',
  memberOwes: false,
  waitsForLink: false,
}

const shown = (row: AutoHistoryRow) => renderToStaticMarkup(<AutoOrderStatusBadge {...row} />)
const interval = (row: AutoHistoryRow) => renderToStaticMarkup(<RunIntervalCell {...row} />)

test('an auto order whose member owes points says that it waits, and no time at which it won’t run', () => {
  expect([shown(order), interval(order)]).toEqual([
    expect.stringContaining('진행중'),
    expect.stringContaining('10:00:00'),
  ])
  const owing = { ...order, memberOwes: true }
  expect(shown(owing)).toContain('정산 대기')
  expect(interval(owing)).toContain('60분')
  expect(interval(owing)).toContain('정산하면 다시 시작해요')
  expect(interval(owing)).not.toContain('다음')
})

test('a run that waits for an order on the same link says so in place of a time that has passed', () => {
  const waiting = interval({ ...order, waitsForLink: true })
  expect(waiting).toContain('같은 링크의 주문이 끝나면 시작해요')
  expect(waiting).not.toContain('다음')
  const owing = interval({ ...order, waitsForLink: true, memberOwes: true })
  expect(owing).toContain('정산하면 다시 시작해요')
  expect(owing).not.toContain('같은 링크')
})

test('one that is held, or that has made all its runs, doesn’t wait for a debt', () => {
  const held = { ...order, memberOwes: true, heldAt: '2026-11-28T00:30:00.000Z' }
  expect(shown(held)).toContain('일시 중지')
  expect(interval(held)).not.toContain('정산')
  expect(shown({ ...order, memberOwes: true, completed: 3, nextRunAt: null })).toContain('진행중')
})

test('the notice says what is owed, until when it can be settled, once that is known, and how', () => {
  const notice = (until: Date | null) =>
    renderToStaticMarkup(<DebtNotice debt={500_000n} until={until} now={new Date('2026-11-28T00:00:00Z')} />)
  expect(notice(null)).toContain('정산할 금액 5,000원이 남아 있어 자동주문을 멈췄어요.')
  expect(notice(null)).not.toContain('취소')
  expect(notice(new Date('2026-12-01T05:20:00Z'))).toContain('12월 1일 14:20까지 정산하지 않으면 자동주문을 취소하고')
  expect(notice(new Date('2026-11-27T23:00:00Z'))).not.toContain('까지')
  expect(notice(null)).toContain('href="/point"')
})
