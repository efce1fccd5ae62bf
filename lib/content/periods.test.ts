import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeStaff } from '#lib/approvals/decisions/testing/staff.ts'
import { clock } from '#lib/core/clock.ts'
import { ask } from '#lib/core/testing/call.ts'
import { type SignedIn, send } from '#lib/web/testing/caller.ts'
import { createNoticeCall, createPopupCall, moveNoticeCall, movePopupCall, noticesCall, popupCall } from './calls.ts'
import { seoulMinute } from './rules.ts'

afterEach(() => vi.restoreAllMocks())

const now = Date.now()
const minutesAway = (minutes: number): string => seoulMinute(now + minutes * 60_000)
const at = (minutes: number) => vi.spyOn(clock, 'now').mockReturnValue(new Date(now + minutes * 60_000))

const addNotice = ({ headers }: SignedIn, body: object) => send(createNoticeCall, { headers, body })
const addPopup = ({ headers }: SignedIn, body: object) =>
  send(createPopupCall, { headers, body: { enabled: true, imageUrl: '/a.png', ...body } })

const noticeTexts = async (): Promise<string[]> =>
  (await ask(noticesCall)).json.map(({ content }: { content: string }) => content)
const popupTexts = async (): Promise<string[]> => (await ask(popupCall)).json.map(({ alt }: { alt: string }) => alt)

test('a notice is shown from its first minute until its last, by the clock of Seoul, without a change', async () => {
  const staff = await makeStaff('MANAGER')
  const period = { shownFrom: minutesAway(60), shownUntil: minutesAway(120) }
  expect((await addNotice(staff, { content: '점검', ...period })).status).toBe(201)
  await vi.waitFor(async () => {
    at(60)
    expect(await noticeTexts()).toContain('점검')
  }, 10_000)
  at(59)
  expect(await noticeTexts()).not.toContain('점검')
  at(119)
  expect(await noticeTexts()).toContain('점검')
  at(120)
  expect(await noticeTexts()).not.toContain('점검')
})

test('a popup has its period, too, and comes with its link and what its picture says', async () => {
  const staff = await makeStaff('MANAGER')
  await addPopup(staff, { alt: '봄 할인', link: '/point', shownUntil: minutesAway(10) })
  await vi.waitFor(async () => {
    at(9)
    expect(await popupTexts()).toContain('봄 할인')
  }, 10_000)
  const { json } = await ask(popupCall)
  expect(json.find(({ alt }: { alt: string }) => alt === '봄 할인')).toMatchObject({
    link: '/point',
    imageUrl: '/a.png',
  })
  at(10)
  expect(await popupTexts()).not.toContain('봄 할인')
})

describe('a link is a path of the shop or an https address', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    'http://shop.example',
    'javascript:alert(1)',
    'point',
    '/with space',
    `/${'a'.repeat(500)}`,
  ])('%s is refused', async (link) => {
    const staff = await makeStaff('MANAGER')
    const { status, json } = await addNotice(staff, { content: '공지', link })
    expect([status, json.issues[0].path]).toEqual([400, 'link'])
  })

  test.each(['', '/point', '/order?service=12', 'https://pf.kakao.com/_shop'])('%s is one', async (link) => {
    expect((await addNotice(await makeStaff('MANAGER'), { content: '공지', link })).json).toMatchObject({ link })
  })
})

test.each([
  [{ shownFrom: '2026-12-02T10:00', shownUntil: '2026-12-02T10:00' }, 'shownUntil'],
  [{ shownFrom: '2026-02-30T10:00' }, 'shownFrom'],
  [{ shownUntil: 'tomorrow' }, 'shownUntil'],
  [{ shownUntil: '2026-12-02T24:00' }, 'shownUntil'],
])('%o is no period', async (period, path) => {
  const { status, json } = await addPopup(await makeStaff('MANAGER'), period)
  expect([status, json.issues[0].path]).toEqual([400, path])
})

test('staff give the order by moving; a new notice stands in front, a new popup where it is put', async () => {
  const staff = await makeStaff('MANAGER')
  const { headers } = staff
  const ids: number[] = []
  for (const content of ['하나', '둘', '셋']) ids.push((await addNotice(staff, { content })).json.id)
  const shown = async () => (await noticeTexts()).filter((text) => ['하나', '둘', '셋', '넷'].includes(text))
  await vi.waitFor(async () => expect(await shown()).toEqual(['셋', '둘', '하나']), 10_000)
  const move = (id: number, direction: string) =>
    send(moveNoticeCall, { path: `/api/admin/notices/${id}/move`, headers, body: { direction } })
  expect((await move(ids[0] ?? 0, 'UP')).json).toMatchObject({ moved: true })
  await vi.waitFor(async () => expect(await shown()).toEqual(['셋', '하나', '둘']), 10_000)
  await addNotice(staff, { content: '넷' })
  await vi.waitFor(async () => expect(await shown()).toEqual(['넷', '셋', '하나', '둘']), 10_000)

  const first = (await addPopup(staff, { alt: '앞', position: 1_000 })).json.id
  await addPopup(staff, { alt: '뒤', position: 1_001 })
  await send(movePopupCall, { path: `/api/admin/popups/${first}/move`, headers, body: { direction: 'DOWN' } })
  await vi.waitFor(
    async () => expect((await popupTexts()).filter((alt) => ['앞', '뒤'].includes(alt))).toEqual(['뒤', '앞']),
    10_000,
  )
})
