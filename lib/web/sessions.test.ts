import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { profileCall } from '#lib/accounts/calls.ts'
import { adminChargesCall } from '#lib/charges/calls.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { makeMember, TEST_PASSWORD } from '#lib/members/testing/members.ts'
import { resellerServicesCall } from '#lib/reseller/calls.ts'
import {
  endOtherSessionsCall,
  endSessionCall,
  loginCall,
  logoutCall,
  sessionsCall,
  signOutCall,
  totpLoginCall,
} from '#lib/sessions/calls.ts'
import { signSessionToken } from '#lib/sessions/sign-session-token.ts'
import { makeStaff, totpCodeOf } from '#lib/sessions/testing/totp.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { staffCall } from '#lib/staff/calls.ts'
import { securityHeadersOf } from './content-security-policy.ts'
import { serve } from './route.ts'
import { apiKeyHeaders, type Headers, type SignedIn, send, signedIn, signIn } from './testing/caller.ts'

const profileOf = (headers: Headers) => send(profileCall, { headers })

const HOUR_MS = 3_600_000
const inAnHour = () => new Date(Date.now() + HOUR_MS)

test('a token is taken from the header, bare or as Bearer, and from the cookie; an empty header is none', async () => {
  const { loginId, token } = await signedIn()
  const ways: Headers[] = [
    { authorization: `Bearer ${token}` },
    { authorization: `bearer  ${token}` },
    { authorization: token },
    { cookie: `guest=1; token=${token}; theme=dark` },
    { authorization: '', cookie: `token=${token}` },
    { authorization: 'Bearer ', cookie: `token=${token}` },
  ]
  for (const headers of ways) expect(await profileOf(headers)).toMatchObject({ status: 200, json: { id: loginId } })
  for (const headers of [{}, { authorization: '' }, { authorization: 'Bearer ' }, { cookie: 'token=' }] as Headers[])
    expect((await profileOf(headers)).status).toBe(401)
})

test('a token in the header takes precedence over the cookie, whether valid or not', async () => {
  const [first, second] = [await signedIn(), await signedIn()]
  const both = { ...first.headers, cookie: `token=${second.token}` }
  expect((await profileOf(both)).json.id).toBe(first.loginId)
  expect((await profileOf({ ...both, authorization: 'Bearer no.such.token' })).status).toBe(401)
})

test('a page of one member does nothing for another who has logged in since', async () => {
  const [first, second] = [await signedIn(), await signedIn()]
  const asked = (page: { id: number }) =>
    profileOf({ cookie: `token=${second.token}`, 'x-page-member': String(page.id) })
  expect((await asked(second)).json.id).toBe(second.loginId)
  const { status, json } = await asked(first)
  expect([status, json]).toEqual([
    409,
    { code: 'OTHER_MEMBER', message: '다른 계정으로 로그인해 화면을 새로 불러왔어요.' },
  ])
})

test('the link to sign out ends a session when it is followed, not when it is only looked at', async () => {
  const member = await signedIn()
  const { GET } = serve(signOutCall)
  const ask = (method: string, headers: Headers = {}) =>
    GET(
      new Request('http://shop/logout', { method, headers: { ...headers, cookie: `token=${member.token}; guest=1` } }),
    )
  const head = await ask('HEAD')
  expect([head.status, head.headers.get('location'), head.headers.get('set-cookie')]).toEqual([303, '/', null])
  const prefetches: Headers[] = [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
  ]
  for (const headers of prefetches) {
    // No browser takes a refusal for the answer to the link when it is followed.
    const { status, headers: given } = await ask('GET', headers)
    expect([headers, status, given.get('set-cookie')]).toEqual([headers, 409, null])
  }
  expect((await profileOf(member.headers)).status).toBe(200)
  const followed = await ask('GET', { 'sec-fetch-mode': 'navigate' })
  expect([followed.status, followed.headers.getSetCookie()]).toEqual([
    303,
    [expect.stringMatching(/^token=;/), expect.stringMatching(/^guest=;/)],
  ])
  expect((await profileOf(member.headers)).status).toBe(401)
})

test('the link to sign out also ends the session of a restricted member, for good', async () => {
  const member = await signedIn()
  const setRestriction = (level: string) =>
    db().rows('UPDATE members SET restriction = $2 WHERE id = $1', [member.id, level])
  await setRestriction('BANNED')
  const answer = await serve(signOutCall).GET(
    new Request('http://shop/logout', { headers: { cookie: `token=${member.token}` } }),
  )
  expect(answer.status).toBe(303)
  await setRestriction('NORMAL')
  expect((await profileOf(member.headers)).status).toBe(401)
})

/** Kinds of tokens that the shop never issued or that are no longer valid, each with a function that makes one. */
const invalidTokens: [string, (caller: SignedIn) => Promise<string>][] = [
  ['signed with another key', ({ id }) => signTokenWith(new TextEncoder().encode('x'.repeat(32)), id)],
  ['without a signature', async ({ token }) => `${btoa('{"alg":"none"}').replace(/=/g, '')}.${token.split('.')[1]}.`],
  [
    'with a changed payload',
    async ({ token }) => token.replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`),
  ],
  [
    'for a session that is not there',
    ({ id }) => signSessionToken(id, '00000000-0000-4000-8000-000000000000', inAnHour()),
  ],
  ['past its own end', async ({ id }) => signSessionToken(id, await sessionOf(id), new Date(Date.now() - 1_000))],
]

const signTokenWith = (key: Uint8Array, id: number) =>
  new SignJWT({ sid: '00000000-0000-4000-8000-000000000000' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(id))
    .setExpirationTime('1h')
    .sign(key)

const sessionOf = async (memberId: number) =>
  (await oneRow<{ id: string }>(db(), 'SELECT id FROM sessions WHERE member_id = $1', [memberId])).id

test.each(invalidTokens)('a token %s is nobody’s', async (_, make) => {
  const caller = await signedIn()
  const { status, json, headers } = await profileOf({ authorization: `Bearer ${await make(caller)}` })
  expect({ status, json }).toEqual({ status: 401, json: { message: '로그인이 필요합니다.', code: 'UNAUTHENTICATED' } })
  expect(headers['set-cookie']).toBe('token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
})

test.each([
  ['ran out', "expires_at = now() - interval '1 second'"],
  ['was revoked', 'revoked_at = now()'],
])('a session that %s is over at the next call', async (_, change) => {
  const { id, headers } = await signedIn()
  expect((await profileOf(headers)).status).toBe(200)
  await db().rows(`UPDATE sessions SET ${change} WHERE member_id = $1`, [id])
  expect((await profileOf(headers)).status).toBe(401)
})

test('a member’s session lasts 30 days, staff’s 12 hours, cookie and row alike', async () => {
  for (const [role, hours] of [
    ['MEMBER', 720],
    ['SUPPORT', 12],
    ['MANAGER', 12],
    ['OWNER', 12],
  ] as const) {
    const { id, loginId, secret } = role === 'MEMBER' ? { ...(await makeMember()), secret: '' } : await makeStaff(role)
    const first = await send(loginCall, { body: { id: loginId, password: TEST_PASSWORD } })
    const { ticket } = first.json
    const { headers } = secret ? await send(totpLoginCall, { body: { ticket, code: totpCodeOf(secret) } }) : first
    const { expiresAt } = await oneRow<{ expiresAt: Date }>(
      db(),
      'SELECT expires_at FROM sessions WHERE member_id = $1',
      [id],
    )
    expect(Math.round((expiresAt.getTime() - Date.now()) / HOUR_MS)).toBe(hours)
    const cookie = String(headers['set-cookie'])
    expect(cookie).toContain(`Expires=${expiresAt.toUTCString()}`)
    expect(cookie).toMatch(/token=[^;]+; Path=\/; HttpOnly; SameSite=Lax/)
    expect(cookie).toContain('guest=; Path=/; SameSite=Lax; Max-Age=0')
  }
})

test('sessions are listed, and one is ended without the others', async () => {
  const member = await makeMember()
  const [here, there] = [await signIn(member), await signIn(member)]
  const { json } = await send(sessionsCall, here)
  expect(json).toHaveLength(2)
  const other = json.find((row: { current: boolean }) => !row.current)
  expect((await send(endSessionCall, { ...here, path: `/auth/sessions/${other.id}` })).status).toBe(200)
  expect((await send(endSessionCall, { ...here, path: `/auth/sessions/${other.id}` })).status).toBe(404)
  expect([(await profileOf(here.headers)).status, (await profileOf(there.headers)).status]).toEqual([200, 401])
})

test('all other devices are signed out at once, and nobody else', async () => {
  const member = await makeMember()
  const [here, there, elsewhere] = [await signIn(member), await signIn(member), await signIn(member)]
  const stranger = await signedIn()
  const ended = await send(endOtherSessionsCall, here)
  expect([ended.status, ended.json]).toEqual([200, { ended: 2 }])
  const statuses = [here, there, elsewhere, stranger].map(async ({ headers }) => (await profileOf(headers)).status)
  expect(await Promise.all(statuses)).toEqual([200, 401, 401, 200])
  expect((await send(endOtherSessionsCall, here)).json).toEqual({ ended: 0 })
})

test('signing out elsewhere ends a login there that waits for its second factor', async () => {
  const { id, loginId, secret } = await makeStaff('SUPPORT')
  const logIn = () => send(loginCall, { body: { id: loginId, password: TEST_PASSWORD } })
  const { ticket } = (await logIn()).json
  const { accessToken } = (await send(totpLoginCall, { body: { ticket, code: totpCodeOf(secret) } })).json
  await logIn()
  const waiting = () => db().rows('SELECT FROM login_tickets WHERE member_id = $1 AND used_at IS NULL', [id])
  expect(await waiting()).toHaveLength(1)
  const headers = { authorization: `Bearer ${accessToken}` }
  expect((await send(endOtherSessionsCall, { headers })).json).toEqual({ ended: 0 })
  expect(await waiting()).toEqual([])
})

test('of many devices the one that asks is listed first, then the 49 used last', async () => {
  const member = await makeMember()
  const here = await signIn(member)
  await db().rows(
    `INSERT INTO sessions (id, member_id, device, expires_at, last_used_at)
     SELECT gen_random_uuid(), $1, 'device ' || n, now() + interval '1 day', now() + n * interval '1 second'
     FROM generate_series(1, 60) n`,
    [member.id],
  )
  const { json } = await send(sessionsCall, here)
  expect(json.map(({ current, device }: { current: boolean; device: string }) => current || device)).toEqual([
    true,
    ...Array.from({ length: 49 }, (_, at) => `device ${60 - at}`),
  ])
})

test('nobody ends another one’s session', async () => {
  const [mine, his] = [await signedIn(), await signedIn()]
  const path = `/auth/sessions/${await sessionOf(his.id)}`
  expect((await send(endSessionCall, { headers: mine.headers, path })).status).toBe(404)
  expect((await profileOf(his.headers)).status).toBe(200)
})

test('logging out ends this session and takes both cookies', async () => {
  const { headers } = await signedIn()
  const answer = await send(logoutCall, { headers })
  expect(answer.headers['set-cookie']).toEqual([
    'token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    'guest=; Path=/; SameSite=Lax; Max-Age=0',
  ])
  expect((await profileOf(headers)).status).toBe(401)
})

test('a restriction counts at once, for session and key, and ends with its time', async () => {
  const member = await signedIn()
  const key = await apiKeyHeaders(member)
  const ask = async () => [
    (await profileOf(member.headers)).status,
    (await send(resellerServicesCall, { headers: key })).status,
  ]
  const restrict = (level: string, until: string | null) =>
    db().rows('UPDATE members SET restriction = $2, restricted_until = now() + $3::interval WHERE id = $1', [
      member.id,
      level,
      until,
    ])
  await restrict('WARNED', null)
  expect(await ask()).toEqual([200, 200])
  await restrict('SUSPENDED', '1 hour')
  expect(await ask()).toEqual([403, 403])
  expect((await profileOf(member.headers)).json).toEqual({ message: '이용이 제한된 계정입니다.', code: 'RESTRICTED' })
  await restrict('SUSPENDED', '-1 second')
  expect(await ask()).toEqual([200, 200])
  await restrict('BANNED', null)
  expect(await ask()).toEqual([403, 403])
})

const makeIdle = (memberId: number, minutes: number) =>
  db().rows("UPDATE sessions SET last_used_at = now() - $2 * interval '1 minute' WHERE member_id = $1", [
    memberId,
    minutes,
  ])

test.each(['SUPPORT', 'MANAGER', 'OWNER'] as const)(
  'a session of %s is over after thirty idle minutes',
  async (role) => {
    const { id, headers } = await signedIn({ role })
    await makeIdle(id, 29)
    expect((await send(adminChargesCall, { headers })).status).toBe(200)
    // The previous request was stored as the last use, so the session may be idle for another 29 minutes.
    await makeIdle(id, 29)
    expect((await profileOf(headers)).status).toBe(200)
    await makeIdle(id, 31)
    const open = async () => {
      const { json } = await send(staffCall, { headers: (await signedIn({ role: 'OWNER' })).headers })
      return json.rows.find((row: { memberNo: number }) => row.memberNo === id).sessions
    }
    expect(await open()).toEqual([])
    const answer = await send(adminChargesCall, { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers['set-cookie']).toMatch(/^token=; .*Max-Age=0/)
    expect((await profileOf(headers)).status).toBe(401)
  },
)

test('staff may be idle as long as a setting allows; a member’s session doesn’t end by being idle', async () => {
  const staff = await signedIn({ role: 'SUPPORT' })
  const member = await signedIn()
  await makeIdle(member.id, 29 * 24 * 60)
  expect((await profileOf(member.headers)).status).toBe(200)
  await saveSettings({ STAFF_IDLE_MINUTES: 120 })
  await makeIdle(staff.id, 119)
  expect((await profileOf(staff.headers)).status).toBe(200)
  await saveSettings({ STAFF_IDLE_MINUTES: 5 })
  await makeIdle(staff.id, 6)
  expect((await profileOf(staff.headers)).status).toBe(401)
  await saveSettings({ STAFF_IDLE_MINUTES: 30 })
})

test('a role taken away is gone at the next call', async () => {
  const { id, headers } = await signedIn({ role: 'SUPPORT' })
  expect((await send(adminChargesCall, { headers })).status).toBe(200)
  await db().rows("UPDATE members SET role = 'MEMBER' WHERE id = $1", [id])
  expect((await send(adminChargesCall, { headers })).status).toBe(403)
})

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://shop.example', host: 'shop.example' }, 403],
  [{ origin: 'http://shop.example', host: 'shop.example' }, 200],
  [{ origin: 'http://shop.example:81', host: 'shop.example' }, 403],
  [{ origin: 'http://evil.example', host: 'shop.example' }, 403],
  [{ origin: 'null', host: 'shop.example' }, 403],
  [{ origin: '', host: 'shop.example' }, 403],
  [{ origin: 'https://shop.example', host: 'shop.example' }, 403],
  [{ origin: 'http://shop.example.evil.example', host: 'shop.example' }, 403],
  [{ origin: 'http://evilshop.example', host: 'shop.example' }, 403],
  [{ origin: 'http://sub.shop.example', host: 'shop.example' }, 403],
  [{ origin: 'http://evil.example@shop.example', host: 'shop.example' }, 403],
  [{ origin: 'http://shop.example/../evil', host: 'shop.example' }, 403],
  [{ origin: 'http://shop.example.', host: 'shop.example' }, 403],
  [{ origin: 'http://shop.example http://evil.example', host: 'shop.example' }, 403],
  [{ origin: 'file://', host: 'shop.example' }, 403],
  [{ origin: 'data:text/html,x', host: 'shop.example' }, 403],
  [{ referer: 'http://shop.example/order', host: 'shop.example' }, 403],
  [{ 'sec-fetch-site': 'SAME-ORIGIN', host: 'shop.example' }, 403],
  [{ 'sec-fetch-site': 'same-origin, cross-site', host: 'shop.example' }, 403],
  [{ 'x-forwarded-host': 'evil.example', origin: 'http://evil.example', host: 'shop.example' }, 403],
  [{ origin: 'http://shop.example' }, 403],
  [{ host: 'shop.example' }, 403],
] as [Headers, number][])('a write by cookie with %j is answered %i', async (headers, expected) => {
  const { token } = await signedIn()
  const answer = await send(logoutCall, { headers: { cookie: `token=${token}`, ...headers } })
  expect(answer.status).toBe(expected)
  if (expected === 403) expect(answer.json).toEqual({ message: '권한이 없습니다.', code: 'FORBIDDEN' })
})

test('a read by cookie, and a write by header, may come from anywhere', async () => {
  const { token } = await signedIn()
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' }
  expect((await profileOf({ cookie: `token=${token}`, ...foreign })).status).toBe(200)
  expect((await send(logoutCall, { headers: { authorization: token, ...foreign } })).status).toBe(200)
})

test('a login opens a new session, not the one that an attacker put into the browser before', async () => {
  const [attacker, member] = [await signedIn(), await makeMember()]
  const headers = { cookie: `token=${attacker.token}`, authorization: attacker.token }
  const entered = await send(loginCall, { headers, body: { id: member.loginId, password: TEST_PASSWORD } })
  expect(entered.json.accessToken).not.toBe(attacker.token)
  expect(entered.headers['set-cookie']?.[0]).toContain(`token=${entered.json.accessToken};`)
  expect((await profileOf(attacker.headers)).json.id).toBe(attacker.loginId)
  expect((await profileOf({ authorization: entered.json.accessToken })).json.id).toBe(member.loginId)
})

test('behind TLS the session’s cookie has a name that nobody else’s page can plant, and no other name is read', async () => {
  const { PUBLIC_URL } = env()
  env().PUBLIC_URL = 'https://shop.example.com'
  try {
    const { loginId } = await makeMember()
    const entered = await send(loginCall, { body: { id: loginId, password: TEST_PASSWORD } })
    expect(entered.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-token=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+; Secure$/),
      'guest=; Path=/; SameSite=Lax; Max-Age=0; Secure',
      expect.stringMatching(/^device=\w{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000; Secure$/),
    ])
    const token = entered.json.accessToken
    const read = async (cookie: string) => (await send(profileCall, { headers: { cookie } })).status
    expect([await read(`__Host-token=${token}`), await read(`token=${token}`)]).toEqual([200, 401])
    const out = await send(profileCall, { headers: { cookie: 'token=planted' } })
    expect(out.headers['set-cookie']).toBe('__Host-token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure')
  } finally {
    env().PUBLIC_URL = PUBLIC_URL
  }
})

test('every answer of a shop behind TLS tells browsers to come by TLS alone; on plain http none does', () => {
  const transportSecurityOf = (url: string) => Object.fromEntries(securityHeadersOf(url))['strict-transport-security']
  expect(transportSecurityOf('https://shop.example.com')).toBe('max-age=31536000; includeSubDomains')
  expect(transportSecurityOf('http://127.0.0.1:3000')).toBeUndefined()
})
