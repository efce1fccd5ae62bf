import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeApiKeyCall, makeApiKeyCall, rotateApiKeyCall } from '#lib/api-keys/calls.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { singleton } from '#lib/core/singleton.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { type SignedIn, send, signedIn } from '#lib/web/testing/caller.ts'
import { renewWebhookSecretCall, testWebhookCall } from './calls.ts'
import { setWebhook } from './set-webhook.ts'

// The clock stands still: otherwise the rate limits would allow further calls during a slow run of the test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  singleton('limits', () => new Map()).clear()
})
afterEach(() => {
  vi.useRealTimers()
})

const makeWebhook = ({ id }: SignedIn, enabled = true) =>
  setWebhook(db(), { memberId: id, url: 'https://hooks.example.com/in', enabled })

const rowsOf = async (table: 'webhook_deliveries' | 'account_events', { id }: SignedIn) =>
  (await oneRow<{ count: number }>(db(), `SELECT count(*)::int AS count FROM ${table} WHERE member_id = $1`, [id]))
    .count

test('a member stores few test events of his webhook an hour', async () => {
  const member = await signedIn()
  await makeWebhook(member)
  for (let minute = 0; minute < 60; minute++) {
    vi.setSystemTime(Date.now() + 60_000)
    for (let at = 0; at < 6; at++) {
      await send(testWebhookCall, { headers: member.headers })
      await db().rows("UPDATE webhook_deliveries SET state = 'FAILED' WHERE member_id = $1", [member.id])
    }
  }
  expect(await rowsOf('webhook_deliveries', member)).toBeLessThanOrEqual(32)
})

test('a member stores at most 200 changes of his keys and secrets a day; he freezes a key all the same', async () => {
  const member = await signedIn()
  await makeWebhook(member)
  const headers = { ...member.headers, ...(await reauthHeaders(member)) }
  const { json: key } = await send(makeApiKeyCall, { headers, body: { name: '프로그램' } })
  const path = `/auth/api-keys/${key.id}`
  const statuses = []
  for (let at = 0; at < 100; at++) {
    statuses.push((await send(changeApiKeyCall, { headers, path, body: { name: `이름 ${at}` } })).status)
    statuses.push((await send(rotateApiKeyCall, { headers, path: `${path}/rotate`, body: { overlapHours: 0 } })).status)
    statuses.push((await send(renewWebhookSecretCall, { headers, body: { overlapHours: 0 } })).status)
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(200)
  expect(statuses.at(-1)).toBe(429)
  expect(await rowsOf('account_events', member)).toBe(200)
  const freeze = async () => (await send(changeApiKeyCall, { headers, path, body: { frozen: true } })).status
  expect([await freeze(), await freeze()]).toEqual([200, 429])
})

test('a member switches his webhook off however many changes he made, but not on again', async () => {
  const member = await signedIn()
  await makeWebhook(member)
  await db().rows(
    "INSERT INTO account_events (member_id, kind, address) SELECT $1, 'WEBHOOK_CHANGED', '' FROM generate_series(1, 200)",
    [member.id],
  )
  await makeWebhook(member, false)
  await expect(makeWebhook(member)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(makeWebhook(member, false)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})
