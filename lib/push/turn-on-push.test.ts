import { beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#lib/accounts/delete-account.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import { endAllSessions } from '#lib/members/end-all-sessions.ts'
import { restrictMember } from '#lib/members/restrict-member.ts'
import { logoutCall } from '#lib/sessions/calls.ts'
import { type SignedIn, send, signedIn, signIn } from '#lib/web/testing/caller.ts'
import { bindPushCall, pushKeyCall, turnOffPushCall, turnOnPushCall } from './calls.ts'
import { makeBrowser, pushEndpointsOf, turnOnPushIn } from './testing/browsers.ts'
import { turnOnPush } from './turn-on-push.ts'

let member: SignedIn
let other: SignedIn
const browser = () => makeBrowser()

beforeEach(async () => {
  member = await signedIn()
  other = await signedIn()
})

const turnOn = (who: SignedIn, body: object) => send(turnOnPushCall, { headers: who.headers, body })
const see = (who: SignedIn, body: object) => send(bindPushCall, { headers: who.headers, body })

test('a browser is turned on, seen, and turned off', async () => {
  const { subscription } = browser()
  expect((await see(member, subscription)).json).toEqual({ on: false })
  expect(await turnOn(member, subscription)).toMatchObject({ status: 200, json: { on: true } })
  expect((await see(member, subscription)).json).toEqual({ on: true })
  const { endpoint } = subscription
  await send(turnOffPushCall, { headers: member.headers, body: { endpoint } })
  expect((await see(member, subscription)).json).toEqual({ on: false })
})

test('the public key is a point that a browser takes, and the same in every process', async () => {
  const { json } = await send(pushKeyCall, { headers: member.headers })
  const point = Buffer.from(json.publicKey, 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
  expect((await send(pushKeyCall, { headers: other.headers })).json).toEqual(json)
})

test('neither endpoint nor keys are stored readably', async () => {
  const { subscription } = browser()
  await turnOn(member, subscription)
  const [row] = await db().rows<{ row: string }>(
    "SELECT row_to_json(s)::text || encode(sealed, 'escape') AS row FROM push_subscriptions s WHERE member_id = $1",
    [member.id],
  )
  for (const part of [subscription.endpoint, subscription.keys.auth, subscription.keys.p256dh])
    expect(row?.row).not.toContain(part)
})

test('a browser that another member turned on is his no more once somebody else turns it on', async () => {
  const { subscription } = browser()
  await turnOn(member, subscription)
  expect((await turnOn(other, subscription)).json).toEqual({ on: true })
  expect(await pushEndpointsOf(member.id)).toEqual([])
  expect(await pushEndpointsOf(other.id)).toEqual([subscription.endpoint])
})

test('whoever signs in where another member had notices ends them, without turning on his own', async () => {
  const { subscription } = browser()
  await turnOn(member, subscription)
  expect((await see(other, subscription)).json).toEqual({ on: false })
  expect(await pushEndpointsOf(member.id)).toEqual([])
  expect(await pushEndpointsOf(other.id)).toEqual([])
})

test('who merely knows the endpoint of another member’s browser can neither take it nor end it', async () => {
  const { subscription } = browser()
  await turnOn(member, subscription)
  const forged = { ...browser().subscription, endpoint: subscription.endpoint }
  expect(await turnOn(other, forged)).toMatchObject({ status: 409 })
  expect((await see(other, forged)).json).toEqual({ on: false })
  await send(turnOffPushCall, { headers: other.headers, body: { endpoint: subscription.endpoint } })
  expect(await turnOn(other, { ...browser().subscription, replaces: subscription.endpoint })).toMatchObject({
    json: { on: false },
  })
  expect(await pushEndpointsOf(member.id)).toEqual([subscription.endpoint])
  expect(await pushEndpointsOf(other.id)).toEqual([])
})

test('a browser that exchanges its subscription keeps its notices, and one that had none gets none', async () => {
  const [before, after, stranger] = [browser(), browser(), browser()]
  await turnOn(member, before.subscription)
  const { endpoint } = before.subscription
  expect((await turnOn(member, { ...after.subscription, replaces: endpoint })).json).toEqual({ on: true })
  expect((await turnOn(member, { ...stranger.subscription, replaces: endpoint })).json).toEqual({ on: false })
  expect(await pushEndpointsOf(member.id)).toEqual([after.subscription.endpoint])
})

test('a member has ten browsers at most, however many he turns on at once; the oldest gives way', async () => {
  const browsers = Array.from({ length: 25 }, browser)
  const first = browsers.slice(0, 5)
  for (const each of first) await turnOnPushIn(member, each)
  await Promise.all(browsers.slice(5).map((each) => turnOnPushIn(member, each)))
  const endpoints = await pushEndpointsOf(member.id)
  expect(endpoints.length).toBe(10)
  for (const { subscription } of first) expect(endpoints).not.toContain(subscription.endpoint)
})

test('two members who turn on the same browser at once leave it with one of them', async () => {
  const { subscription } = browser()
  const answers = await Promise.all([member, other, member, other].map((who) => turnOn(who, subscription)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await pushEndpointsOf(member.id)).length + (await pushEndpointsOf(other.id)).length).toBe(1)
})

test('a thousand subscriptions a minute are refused', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 25; at++) statuses.push((await turnOn(member, browser().subscription)).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
  expect(statuses.at(-1)).toBe(429)
})

test.each([
  'https://169.254.169.254/latest/meta-data',
  'https://127.0.0.1/push',
  'https://10.0.0.7/push',
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://attacker.example/collect',
])('the shop never sends to %s', async (endpoint) => {
  const sessionId = await turnOnPushIn(member, browser())
  const asked = {
    memberId: member.id,
    sessionId,
    device: 'test',
    subscription: { ...browser().subscription, endpoint },
  }
  await expect(turnOnPush(db(), asked, false)).rejects.toMatchObject({ code: 'BAD_INPUT' })
})

test('endpoints and keys of the wrong shape are refused', async () => {
  const { subscription } = browser()
  const { endpoint, keys } = subscription
  const wrong = [
    { ...subscription, endpoint: `${endpoint}/${'a'.repeat(1_000)}` },
    { ...subscription, endpoint: `${endpoint} ` },
    { ...subscription, endpoint: 'javascript:alert(1)' },
    { endpoint, keys: { ...keys, auth: 'short' } },
    { endpoint, keys: { ...keys, p256dh: `${keys.p256dh}AAAA` } },
    // 65 bytes, but not a point of the curve: no message could be encrypted with this key.
    { endpoint, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
  ]
  for (const body of wrong) expect(await turnOn(member, body)).toMatchObject({ status: 400 })
  expect(await pushEndpointsOf(member.id)).toEqual([])
})

test('a logout ends the notices of that browser alone', async () => {
  const phone = await signIn(member)
  const [here, there] = [browser(), browser()]
  await turnOnPushIn(member, here)
  await turnOnPushIn(phone, there)
  await send(logoutCall, { headers: member.headers })
  expect(await pushEndpointsOf(member.id)).toEqual([there.subscription.endpoint])
})

test('a browser seen in a new session ends with that one', async () => {
  const { subscription } = browser()
  await turnOn(member, subscription)
  const again = await signIn(member)
  expect((await see(again, subscription)).json).toEqual({ on: true })
  await send(logoutCall, { headers: member.headers })
  expect(await pushEndpointsOf(member.id)).toEqual([subscription.endpoint])
  await send(logoutCall, { headers: again.headers })
  expect(await pushEndpointsOf(member.id)).toEqual([])
})

test('a session that has ended meanwhile turns nothing on', async () => {
  const { subscription } = browser()
  const sessionId = await turnOnPushIn(member, browser())
  await endAllSessions(db(), member.id)
  await expect(
    turnOnPush(db(), { memberId: member.id, sessionId, subscription, device: 'test' }),
  ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await pushEndpointsOf(member.id)).toEqual([])
})

test('no browser is left of a member who is restricted, or of a deleted account', async () => {
  await turnOnPushIn(member, browser())
  await turnOnPushIn(other, browser())
  const restriction = { level: 'SUSPENDED', until: null, reason: '확인' } as const
  await restrictMember(db(), someStaff, { memberId: member.id, ...restriction })
  await deleteAccount(db(), other.id)
  expect(await pushEndpointsOf(member.id)).toEqual([])
  expect(await pushEndpointsOf(other.id)).toEqual([])
})

test('a logout while notices are turned on in the same browser succeeds, and leaves none on', async () => {
  for (let times = 0; times < 20; times++) {
    const leaving = await signedIn()
    const { subscription } = browser()
    await turnOn(leaving, subscription)
    const turning = Array.from({ length: 4 }, (_, at) => (at % 2 ? see : turnOn)(leaving, subscription))
    const [left] = await Promise.all([send(logoutCall, { headers: leaving.headers }), ...turning])
    expect(left.status).toBe(200)
    expect(await pushEndpointsOf(leaving.id)).toEqual([])
  }
})
