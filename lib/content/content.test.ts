import { beforeAll, expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { ask } from '#lib/core/testing/call.ts'
import { noticesCall, popupCall, qnasCall, registerWhereCall } from './calls.ts'

beforeAll(async () => {
  await db().rows(`INSERT INTO notices (content, is_top, bg_color, created_at) VALUES
    ('예전 공지', false, '', '2026-11-01T00:00:00Z'), ('고정 공지', true, '#fff4e0', '2026-10-01T00:00:00Z'),
    ('새 공지', false, '', '2026-11-20T00:00:00Z')`)
  await db().rows("INSERT INTO qnas (title, answer, position) VALUES ('둘째', 'B', 2), ('첫째', 'A', 1)")
  await db().rows("INSERT INTO register_wheres (text, position) VALUES ('기타', 9), ('네이버 검색', 1)")
  await db().rows("INSERT INTO popups (enabled, image_url) VALUES (false, '/off.png'), (true, '/on.png')")
})

test('notices come pinned first, then newest first, with all their fields', async () => {
  const { json } = await ask(noticesCall)
  expect(json.map((row: { content: string }) => row.content)).toEqual(['고정 공지', '새 공지', '예전 공지'])
  expect(json[0]).toEqual({
    id: 2,
    content: '고정 공지',
    isTop: true,
    bgColor: '#fff4e0',
    link: '',
    createdAt: '2026-10-01T00:00:00.000Z',
  })
})

test('questions and sign-up sources come in their order', async () => {
  expect((await ask(qnasCall)).json).toEqual([
    { id: 2, title: '첫째', answer: 'A' },
    { id: 1, title: '둘째', answer: 'B' },
  ])
  expect((await ask(registerWhereCall)).json).toEqual([
    { id: 2, text: '네이버 검색' },
    { id: 1, text: '기타' },
  ])
})

test('only enabled popups are listed, and a switched one within a moment', async () => {
  expect((await ask(popupCall)).json).toEqual([{ id: 2, enabled: true, imageUrl: '/on.png', alt: '', link: '' }])
  await db().rows('UPDATE popups SET enabled = NOT enabled')
  await vi.waitFor(async () => {
    expect((await ask(popupCall)).json).toEqual([{ id: 1, enabled: true, imageUrl: '/off.png', alt: '', link: '' }])
  }, 60_000)
})
