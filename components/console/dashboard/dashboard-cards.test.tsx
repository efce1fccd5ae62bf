import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CarrierNotices, HealthCard, OwnerEmailNotice, WaitingCard } from './dashboard-cards.tsx'

test('the count of tasks is labelled as filed tasks, because other work may still wait', () => {
  const counts = { tasks: 0, charges: 1, deposits: 0, refunds: 0, receipts: 0, orders: 0, requests: 0, questions: 0 }
  const card = renderToStaticMarkup(<WaitingCard counts={counts} held={0} unsent={0} />)
  const labels = [...card.matchAll(/<span[^>]*text-ink-2[^>]*>([^<]*)</g)].map(([, label]) => label)
  expect(labels.slice(0, 2)).toEqual(['올라온 할 일', '충전 대기'])
})

test.each([
  [null, null, '설정 전', '전체 없음, 변경분 없음'],
  [3_600, 4, '정상', '전체 60분 전, 변경분 4초 전'],
  [100_000, 4, '밀림', '변경분 4초 전'],
  [3_600, 301, '멈춤', '변경분 5분 전'],
  [null, 4, '멈춤', '전체 없음'],
])('backups %s and %s seconds old are shown as %s', (baseAge, archiveAge, badge, text) => {
  const worker = { seen: 1, lag: 0, waiting: 0, failed: 0 }
  const books = { balanced: null, checkedAt: null, proof: null } as never
  const backups = { baseAge, archiveAge, isTried: baseAge !== null || archiveAge !== null }
  const card = renderToStaticMarkup(<HealthCard worker={worker} books={books} backups={backups} />)
  expect(card).toContain(`>${badge}<`)
  expect(card).toContain(text)
})

test('a backup that was set up and never succeeded has stopped', () => {
  const worker = { seen: 1, lag: 0, waiting: 0, failed: 0 }
  const books = { balanced: null, checkedAt: null, proof: null } as never
  const backups = { baseAge: null, archiveAge: null, isTried: true }
  const card = renderToStaticMarkup(<HealthCard worker={worker} books={books} backups={backups} />)
  expect(card).toContain('>멈춤<')
  expect(card).not.toContain('>설정 전<')
})

test('messages that reach nobody are warned of once a channel, with the way to where it shows', () => {
  expect(renderToStaticMarkup(<CarrierNotices verifications={[]} unreachable={['SMS']} />)).toBe('')
  const mail = renderToStaticMarkup(<CarrierNotices verifications={[]} unreachable={['EMAIL', 'SMS']} />)
  for (const text of ['href="/admin/outbox"', '비밀번호 재설정 링크', 'SMTP_URL']) expect(mail).toContain(text)
  const codes = renderToStaticMarkup(
    <CarrierNotices verifications={['ENABLE_EMAIL_VERIFY', 'ENABLE_PHONE_NUMBER']} unreachable={['EMAIL', 'SMS']} />,
  )
  for (const text of ['href="/admin/settings"', '이메일 인증', '휴대전화 인증', '솔라피를 먼저 연결해 주세요'])
    expect(codes).toContain(text)
  expect(codes.match(/SMTP_URL/g)).toHaveLength(1)
})

test('an OWNER whom no mail about a waiting change can reach is asked for an address', () => {
  expect(renderToStaticMarkup(<OwnerEmailNotice email="boss@example.com" />)).toBe('')
  const notice = renderToStaticMarkup(<OwnerEmailNotice email={null} />)
  for (const text of ['href="/account"', '이메일을 등록해 주세요']) expect(notice).toContain(text)
})
