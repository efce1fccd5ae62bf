import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi, pollApi } from './call-api.ts'
import { registerLoginPrompt } from './login-in-place.ts'

let signedIn = false
let openedAddresses: string[] = []
let unregister = () => {}
const sent: { path: string; body: unknown; key: string | null }[] = []

beforeEach(() => {
  signedIn = false
  openedAddresses = []
  sent.length = 0
  vi.stubGlobal('location', { pathname: '/point', search: '', assign: (to: string) => openedAddresses.push(to) })
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    sent.push({ path, body, key: new Headers(headers).get('idempotency-key') })
    return Response.json(signedIn ? { id: 7 } : { message: '로그인이 필요합니다.' }, { status: signedIn ? 201 : 401 })
  })
})
afterEach(() => {
  unregister()
  vi.unstubAllGlobals()
})

const charge = () => callApi('POST', '/service/point', { point: 5_000 }, { 'idempotency-key': 'one' })

test('after the session has ended, the login dialog opens over the page, and the call is sent again unchanged', async () => {
  unregister = registerLoginPrompt(async () => {
    signedIn = true
    return true
  })
  expect(await charge()).toMatchObject({ ok: true, body: { id: 7 } })
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect(openedAddresses).toEqual([])
})

test('a call that the page repeats by itself asks nobody to sign in', async () => {
  const prompt = vi.fn(async () => true)
  unregister = registerLoginPrompt(prompt)
  expect(await pollApi('GET', '/service/point-history')).toMatchObject({ ok: false, status: 401 })
  expect([prompt.mock.calls.length, sent.length, openedAddresses]).toEqual([0, 1, []])
})

test('a page whose dialog can’t be loaded, as after an upgrade, leads to the login', async () => {
  unregister = registerLoginPrompt(() => Promise.reject(new Error('Failed to load chunk')))
  expect(await charge()).toMatchObject({ ok: false, status: 401 })
  expect(openedAddresses).toEqual(['/login?next=%2Fpoint'])
})

test('a login that is closed leaves the page and what was typed, and the call says why it failed', async () => {
  unregister = registerLoginPrompt(async () => false)
  expect(await charge()).toMatchObject({ ok: false, status: 401, message: '로그인이 필요합니다.' })
  expect({ calls: sent.length, openedAddresses }).toEqual({ calls: 1, openedAddresses: [] })
})

test('the refusal is read before the login opens: a call whose login is closed ends at once', async () => {
  const refusal = Response.json({ message: '로그인이 필요합니다.' }, { status: 401 })
  vi.stubGlobal('fetch', async () => refusal)
  let wasRead = false
  unregister = registerLoginPrompt(async () => {
    wasRead = refusal.bodyUsed
    return false
  })
  await charge()
  expect(wasRead).toBe(true)
})

test('calls that fail at the same time share one login dialog, and a refused login opens no other', async () => {
  let promptCount = 0
  unregister = registerLoginPrompt(async () => {
    promptCount++
    return true
  })
  expect((await Promise.all([charge(), charge()])).map(({ status }) => status)).toEqual([401, 401])
  expect(promptCount).toBe(1)
  await callApi('POST', '/auth/login/totp', {})
  expect(promptCount).toBe(1)
})

test('a page without a login dialog goes to /login, which leads back', async () => {
  await charge()
  expect(openedAddresses).toEqual(['/login?next=%2Fpoint'])
})
