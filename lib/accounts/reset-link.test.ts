import { decodeJwt } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { clock, minutesInMs, timeAfter } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { lastMessageBodyTo } from '#lib/messages/testing/outbox.ts'
import { logIn } from '#lib/sessions/log-in.ts'
import { setWebhook } from '#lib/webhooks/set-webhook.ts'
import { holderOfResetLink } from './reset-link.ts'
import { resetPassword } from './reset-password.ts'
import { sendResetLink } from './send-reset-link.ts'
import { createResetTokenFor, lastResetTokenSentTo } from './testing/links.ts'

afterEach(() => {
  vi.restoreAllMocks()
  env().RATE_LIMIT_FACTOR = 1
})

/** Makes the reset links sent to this member older by an interval. */
const ageResetLinks = (memberId: number, by: string) =>
  ownerDatabase().rows('UPDATE reset_links SET created_at = created_at - $2::interval WHERE member_id = $1', [
    memberId,
    by,
  ])

const countMessagesTo = async (email: string) =>
  (await db().rows('SELECT FROM outbox_messages WHERE "to" = $1', [email])).length

const tooManyError = { code: 'TOO_MANY_REQUESTS' }

const setClockAheadMinutes = (count: number) => {
  const at = timeAfter(new Date(), minutesInMs(count))
  vi.spyOn(clock, 'now').mockReturnValue(at)
}

test('the link has the public address, and its token an expiry in seconds', async () => {
  const email = 'link@example.com'
  await makeMember({ email })
  await sendResetLink(db(), email)
  expect(await lastMessageBodyTo(email)).toMatch(
    /\nhttp:\/\/127\.0\.0\.1:3000\/reset-password\?token=[\w-]+\.[\w-]+\.[\w-]+\n/,
  )
  const { exp = 0, sub } = decodeJwt(await lastResetTokenSentTo(email))
  const left = exp - Date.now() / 1_000
  expect(left).toBeGreaterThan(1_790)
  expect(left).toBeLessThanOrEqual(1_800)
  expect(sub).toMatch(/^\d+$/)
})

test('a link is valid for thirty minutes', async () => {
  const member = await makeMember()
  const token = await createResetTokenFor(member)
  setClockAheadMinutes(29.9)
  expect(await holderOfResetLink(db(), token)).toMatchObject({ memberId: member.id })
  setClockAheadMinutes(30.1)
  expect(await holderOfResetLink(db(), token)).toBeNull()
})

test('a changed token is refused', async () => {
  const token = await createResetTokenFor(await makeMember())
  const [head, , signature] = token.split('.')
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: '1' })).toString('base64url')
  expect(await holderOfResetLink(db(), [head, claims, signature].join('.'))).toBeNull()
})

test('ten concurrent requests for a link send one e-mail', async () => {
  const email = 'flooded@example.com'
  await makeMember({ email })
  await Promise.all(Array.from({ length: 12 }, () => db().rows('SELECT pg_sleep(0.05)')))
  const asked = await Promise.allSettled(Array.from({ length: 10 }, () => sendResetLink(db(), email)))
  for (const each of asked) if (each.status === 'rejected') expect(each.reason).toMatchObject(tooManyError)
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await countMessagesTo(email)).toBe(1)
})

test('a member is sent one link a minute and five a day, and a Retry-After says when the next may come', async () => {
  const email = 'often@example.com'
  const { id } = await makeMember({ email })
  for (let sent = 0; sent < 5; sent++) {
    await sendResetLink(db(), email)
    await expect(sendResetLink(db(), email)).rejects.toMatchObject(tooManyError)
    await ageResetLinks(id, '61 seconds')
  }
  await expect(sendResetLink(db(), email)).rejects.toMatchObject(tooManyError)
  const refusal = await sendResetLink(db(), email).catch((error) => error)
  expect(refusal.retryAfterSeconds).toBeGreaterThan(23 * 3_600)
  expect(await countMessagesTo(email)).toBe(5)
  await ageResetLinks(id, '1 day')
  await sendResetLink(db(), email)
})

test('in the demo these limits grow with the factor', async () => {
  const email = 'demo@example.com'
  await makeMember({ email })
  env().RATE_LIMIT_FACTOR = 100
  for (let sent = 0; sent < 8; sent++) await sendResetLink(db(), email)
  expect(await countMessagesTo(email)).toBe(8)
})

test('a link dies when a newer one is made, and stays dead when that one is used', async () => {
  const member = await makeMember()
  const [first, second] = [await createResetTokenFor(member), await createResetTokenFor(member)]
  expect(await holderOfResetLink(db(), first)).toBeNull()
  await resetPassword(db(), { token: second, password: 'another-password' }, 'test')
  for (const token of [first, second]) expect(await holderOfResetLink(db(), token)).toBeNull()
})

test('a member without a password sets his first one by a mailed link', async () => {
  const email = 'no.password@example.com'
  const { id, loginId } = await makeMember({ email })
  await db().rows('UPDATE members SET password_hash = NULL WHERE id = $1', [id])
  await sendResetLink(db(), email)
  await resetPassword(db(), { token: await lastResetTokenSentTo(email), password: 'my-first-password' }, 'test')
  const entry = await logIn(db(), { id: loginId, password: 'my-first-password' }, { address: 'test', device: 'test' })
  expect(entry).toHaveProperty('token')
})

test('a reset tells a member by e-mail where his webhook goes on sending, and nobody else', async () => {
  const messageAfterReset = async (email: string, setUp: (memberId: number) => Promise<unknown>) => {
    const member = await makeMember({ email })
    await setUp(member.id)
    await resetPassword(db(), { token: await createResetTokenFor(member), password: 'another-password' }, 'test')
    return (await countMessagesTo(email)) > 0 ? await lastMessageBodyTo(email) : null
  }
  const url = 'https://intruder.example/hook?token=1'
  const text = await messageAfterReset('hook.on@example.com', (memberId) =>
    setWebhook(db(), { memberId, url, enabled: true }),
  )
  expect(text).toContain('\n\nintruder.example\n\n')
  expect(text).toContain('웹훅')
  const off = (memberId: number) => setWebhook(db(), { memberId, url, enabled: false })
  expect(await messageAfterReset('hook.off@example.com', off)).toBeNull()
  expect(await messageAfterReset('hook.none@example.com', async () => undefined)).toBeNull()
})
