import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import { changeTermsCall, createTermsCall, removeTermsCall } from './calls.ts'
import { termsTexts } from './queries.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')
const asManager = { headers: manager.headers }

beforeEach(() => db().rows('DELETE FROM terms_versions'))
afterEach(() => vi.restoreAllMocks())

const setToday = (seoul: string) => vi.spyOn(clock, 'now').mockReturnValue(new Date(`${seoul}T12:00:00+09:00`))
const termsBody = { kind: 'service', since: '2027-02-01', body: '# 목적\n새 약관' }
const createTerms = (body: unknown) => send(createTermsCall, { ...asManager, body })
const termsPath = (id: number) => `/api/admin/terms/${id}`
const changeTerms = (id: number, body: unknown) => send(changeTermsCall, { ...asManager, path: termsPath(id), body })
const removeTerms = (id: number) => send(removeTermsCall, { ...asManager, path: termsPath(id) })

test('new terms come at the earliest in 30 days, a new policy in 7', async () => {
  setToday('2027-01-03')
  expect((await createTerms(termsBody)).json.issues[0].path).toBe('since')
  expect((await createTerms({ ...termsBody, since: '2027-02-02' })).status).toBe(201)
  expect((await createTerms({ ...termsBody, kind: 'privacy', since: '2027-01-09' })).status).toBe(400)
  expect((await createTerms({ ...termsBody, kind: 'privacy', since: '2027-01-10' })).status).toBe(201)
  expect((await termsTexts()).map(({ since }) => since)).toEqual(['2027-01-10', '2027-02-02'])
})

test('they may be changed until they are announced, taken back until they hold, and stay for ever then', async () => {
  setToday('2026-12-01')
  const { id } = (await createTerms(termsBody)).json
  expect((await changeTerms(id, { body: '# 목적\n고친 약관' })).status).toBe(200)
  expect((await changeTerms(id, { since: '2026-12-30' })).status).toBe(400)
  setToday('2027-01-02')
  expect((await changeTerms(id, { body: '# 목적\n몰래 고침' })).json.message).toMatch(/알리기 시작한/)
  setToday('2027-02-01')
  expect((await changeTerms(id, { body: '# 목적\n몰래 고침' })).status).toBe(409)
  expect((await removeTerms(id)).json.message).toBe('시행된 약관은 고치거나 지울 수 없어요.')
  setToday('2027-01-31')
  expect((await removeTerms(id)).status).toBe(200)
})

test('two texts of one kind can’t hold from the same day', async () => {
  setToday('2026-12-01')
  const both = await Promise.all([createTerms(termsBody), createTerms(termsBody)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await createTerms({ ...termsBody, kind: 'privacy' })).status).toBe(201)
})

test.each([
  { since: '2027-02-30' },
  { since: '내일' },
  { since: '1999-01-01' },
  { kind: 'other' },
  { body: '제목 없는 글' },
  { body: `# 목적\n${'가'.repeat(50_001)}` },
])('%j is refused', async (wrong) => {
  setToday('2026-12-01')
  const { status, json } = await createTerms({ ...termsBody, ...wrong })
  expect({ status, path: json.issues[0].path }).toEqual({ status: 400, path: Object.keys(wrong)[0] })
})
