import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AdminMemberRow } from '#lib/members/schema.ts'
import { parseSuspensionEnd, restrictionForm } from './restriction-form.tsx'

const now = Date.parse('2026-11-22T09:00:00.000Z')
const endOf = (term: string, until = '') => parseSuspensionEnd({ level: 'SUSPENDED', term, until }, now)

test.each([
  ['1', '2026-11-23T09:00:00.000Z'],
  ['3', '2026-11-25T09:00:00.000Z'],
  ['7', '2026-11-29T09:00:00.000Z'],
  ['30', '2026-12-22T09:00:00.000Z'],
])('a suspension of %s days ends to the minute', (term, end) => {
  expect(endOf(term)).toBe(end)
})

test('a typed end is in Seoul time, and a suspension until it is lifted has no end', () => {
  expect(endOf('CUSTOM', '2026-12-01T18:30')).toBe('2026-12-01T09:30:00.000Z')
  expect(endOf('CUSTOM', '2026. 12. 1. 오후 6:30')).toBe('2026-12-01T09:30:00.000Z')
  expect(endOf('CUSTOM', '2026. 12. 1.')).toBe('2026-12-01T14:59:00.000Z')
  for (const none of ['', '내일', '2026. 13. 1. 09:00']) expect(endOf('CUSTOM', none)).toBeNull()
  expect(endOf('OPEN', '2026-12-01T18:30')).toBeNull()
})

test('an end typed for a suspension is ignored for any other level', () => {
  expect(parseSuspensionEnd({ level: 'BANNED', term: '7' }, now)).toBeNull()
})

test('staff see all that the member will read: end, reason and whom to ask', () => {
  const row = { memberId: 'mra626x5', restriction: 'NORMAL', restrictedUntil: null } as AdminMemberRow
  const form = restrictionForm(row, { phone: '02-123-4567', chat: 'https://pf.kakao.com/_shop' }, () => null)
  const read = renderToStaticMarkup(form.note?.({ level: 'SUSPENDED', term: 'OPEN', reason: ' 입금자명 도용 ' }))
  for (const text of ['로그인할 때 회원에게 보일 내용', '입금자명 도용', '02-123-4567', '카카오톡으로 문의하기'])
    expect(read).toContain(text)
})
