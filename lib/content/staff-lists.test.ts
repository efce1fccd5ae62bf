import { beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { ask } from '#lib/core/testing/call.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import {
  adminPopupsCall,
  changeNoticeCall,
  createNoticeCall,
  createPopupCall,
  createQnaCall,
  moveQnaCall,
  qnasCall,
} from './calls.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')
const asManager = { headers: manager.headers }

beforeEach(() => db().rows('DELETE FROM qnas'))

const newQna = async (title: string): Promise<number> =>
  (await send(createQnaCall, { ...asManager, body: { title, answer: '답' } })).json.id
const moveQna = (id: number, direction: unknown) =>
  send(moveQnaCall, { ...asManager, path: `/api/admin/qnas/${id}/move`, body: { direction } })
/**
 * Titles of the questions that members see now. Tests must poll it: the cache is dropped by a notification, which may
 * arrive after the response of the call that made the change.
 */
const shownTitles = async (): Promise<string[]> => (await ask(qnasCall)).json.map((row: { title: string }) => row.title)

test('members see a list in the order that staff give it; each step stands in the audit trail', async () => {
  const [a, , c] = [await newQna('가'), await newQna('나'), await newQna('다')]
  expect((await moveQna(c, 'UP')).json).toEqual({ id: c, moved: true })
  expect((await moveQna(c, 'UP')).json).toEqual({ id: c, moved: true })
  await expect.poll(shownTitles).toEqual(['다', '가', '나'])
  expect((await moveQna(c, 'UP')).json).toEqual({ id: c, moved: false })
  expect((await moveQna(a, 'DOWN')).status).toBe(200)
  await expect.poll(shownTitles).toEqual(['다', '나', '가'])
  const rows = await db().rows(
    "SELECT subject_id, after FROM audit_entries WHERE action = 'qna.move' ORDER BY id DESC LIMIT 3",
  )
  expect(rows).toEqual([
    { subjectId: String(a), after: { direction: 'DOWN' } },
    { subjectId: String(c), after: { direction: 'UP' } },
    { subjectId: String(c), after: { direction: 'UP' } },
  ])
})

test('a popup is found by what its picture says, which the list shows', async () => {
  for (const alt of ['추석 연휴 안내', '첫 충전 10% 보너스'])
    expect((await send(createPopupCall, { ...asManager, body: { imageUrl: '/popup.png', alt } })).status).toBe(201)
  const { json } = await send(adminPopupsCall, { ...asManager, search: `q=${encodeURIComponent('연휴')}` })
  expect(json.rows.map(({ alt }: { alt: string }) => alt)).toEqual(['추석 연휴 안내'])
})

test('a row that is gone moves nowhere, nor does one in no direction', async () => {
  const [a] = [await newQna('가'), await newQna('나')]
  expect((await moveQna(999_999, 'UP')).status).toBe(404)
  for (const direction of ['LEFT', null, 1, {}]) expect((await moveQna(a, direction)).status).toBe(400)
  expect(await shownTitles()).toEqual(['가', '나'])
})

test('of steps at once each counts, and every row keeps a place of its own', async () => {
  const ids = await Promise.all(['가', '나', '다', '라'].map(newQna))
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => moveQna(ids[at % 4] ?? 0, at % 2 ? 'UP' : 'DOWN')),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const rows = await db().rows<{ position: number }>('SELECT position FROM qnas ORDER BY position')
  expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3])
})

test('who changes a row that somebody else has changed since is told, and changes nothing', async () => {
  const created = await send(createNoticeCall, { ...asManager, body: { content: '처음' } })
  const change = (body: unknown) =>
    send(changeNoticeCall, { ...asManager, path: `/api/admin/notices/${created.json.id}`, body })
  expect((await change({ content: '먼저', seen: { content: '처음' } })).status).toBe(200)
  const late = await change({ content: '늦게', seen: { content: '처음' } })
  expect({ status: late.status, message: late.json.message }).toEqual({
    status: 409,
    message: '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.',
  })
  expect((await change({ isTop: true, seen: { isTop: false } })).json).toMatchObject({ content: '먼저', isTop: true })
  expect((await change({ isTop: false, seen: 'x' })).status).toBe(400)
})

test.each([
  [{ content: '' }, 'content'],
  [{ content: '가\u0007' }, 'content'],
  [{ content: '\u202e\u3164' }, 'content'],
  [{ content: '가'.repeat(10_001) }, 'content'],
  [{ content: '가', bgColor: 'red;' }, 'bgColor'],
  [{ content: '가', isTop: 'yes' }, 'isTop'],
])('%j is refused in Korean at its field', async (body, path) => {
  const { status, json } = await send(createNoticeCall, { ...asManager, body })
  expect({ status, path: json.issues[0].path }).toEqual({ status: 400, path })
  expect(json.issues[0].message).toMatch(/[가-힣]/)
})

test('lines of a text stay lines', async () => {
  expect((await send(createNoticeCall, { ...asManager, body: { content: '첫 줄\n둘째 줄' } })).json.content).toBe(
    '첫 줄\n둘째 줄',
  )
})
