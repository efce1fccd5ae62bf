import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { tokenCookieName } from '#lib/core/session-cookies.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { openSession } from '#lib/sessions/open-session.ts'
import { allow, allowStaff, isViewerRestricted } from './page-access.ts'
import { REQUEST_TARGET_HEADER } from './page-target.ts'
import { signIn } from './testing/caller.ts'

const browser = vi.hoisted(() => ({ cookies: new Map<string, string>(), target: '/admin/members?q=kim' }))

vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => (browser.cookies.has(name) ? { value: browser.cookies.get(name) } : undefined),
  }),
  headers: async () => new Headers({ [REQUEST_TARGET_HEADER]: browser.target }),
}))

beforeEach(() => browser.cookies.clear())
afterEach(() => {
  env().DEMO = false
})

const useToken = (token: string) => browser.cookies.set(tokenCookieName(), token)

/** Where a page sends this browser; null if it shows the page. */
const redirectOf = (page: Promise<unknown>): Promise<string | null> =>
  page.then(
    () => null,
    (error: { digest?: string }) => error.digest?.split(';')[2] ?? Promise.reject(error),
  )

test('a visitor logs in and comes back to the page; a guest and a member aren’t shown the console', async () => {
  expect(await redirectOf(allowStaff())).toBe(`/order?next=${encodeURIComponent('/admin/members?q=kim')}`)
  browser.cookies.set('guest', '1')
  expect(await redirectOf(allowStaff())).toBe('/order')
  useToken((await signIn(await makeMember())).token)
  expect(await redirectOf(allowStaff())).toBe('/order')
})

test.each(['SUPPORT', 'MANAGER', 'OWNER'] as const)(
  '%s sees the console after the second factor only',
  async (role) => {
    const member = await makeMember({ role })
    const { token } = await openSession(db(), { memberId: member.id, role, device: 'test' })
    useToken(token)
    expect(await redirectOf(allowStaff())).toBe('/order')
    expect(await redirectOf(allow('member'))).toBeNull()
    useToken((await signIn(member, role)).token)
    expect((await allowStaff()).memberId).toBe(member.id)
  },
)

test('in the demo staff need no second factor', async () => {
  const { id: memberId } = await makeMember({ role: 'OWNER' })
  useToken((await openSession(db(), { memberId, role: 'OWNER', device: 'test' })).token)
  env().DEMO = true
  expect((await allowStaff()).memberId).toBe(memberId)
})

test('who is restricted counts as signed out, a token takes precedence over the guest’s cookie', async () => {
  const member = await makeMember({ role: 'OWNER' })
  useToken((await signIn(member, 'OWNER')).token)
  browser.cookies.set('guest', '1')
  expect(await redirectOf(allow('member'))).toBeNull()
  expect(await isViewerRestricted()).toBe(false)
  await db().rows("UPDATE members SET restriction = 'BANNED' WHERE id = $1", [member.id])
  expect(await isViewerRestricted()).toBe(true)
  expect(await redirectOf(allowStaff())).toBe('/order')
  expect((await allow('guest')).kind).toBe('guest')
})
