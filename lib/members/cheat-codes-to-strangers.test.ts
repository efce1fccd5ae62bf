import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendAlertCodeCall } from '#lib/alimtalk/calls.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { singleton } from '#lib/core/singleton.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { sendEmailCodeCall, sendPhoneCodeCall } from './calls.ts'

// The clock stands still: otherwise the rate limit would allow further codes during a slow run of the test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  singleton('limits', () => new Map()).clear()
})
afterEach(() => {
  vi.useRealTimers()
})

let phoneCount = 0
const newPhone = () => `0107${String(++phoneCount).padStart(7, '0')}`

const messages = async () =>
  (await oneRow<{ count: number }>(db(), 'SELECT count(*)::int AS count FROM outbox_messages')).count

const sendToStranger = async (address: string, headers = {}) =>
  (await send(sendPhoneCodeCall, { address, headers, body: { phoneNumber: newPhone() } })).status

test('a visitor has the shop pay for few messages to strangers’ numbers, however many numbers he knows', async () => {
  const before = await messages()
  const statuses = []
  for (let at = 0; at < 80; at++) statuses.push(await sendToStranger('198.51.100.7'))
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.slice(60)).toEqual(Array(20).fill(429))
  expect((await messages()) - before).toBe(60)
  expect(await sendToStranger('198.51.100.8')).toBe(200)
  const mail = { email: 'stranger@example.com' }
  expect((await send(sendEmailCodeCall, { address: '198.51.100.7', body: mail })).status).toBe(429)
})

test('accounts give him no more, neither for numbers of strangers nor for one that he entered as his own', async () => {
  const statuses = []
  for (let at = 0; at < 40; at++) {
    const { id, headers } = await signedIn()
    await db().rows('UPDATE members SET phone = $2, phone_verified_at = NULL WHERE id = $1', [id, newPhone()])
    statuses.push((await send(sendAlertCodeCall, { address: '198.51.100.9', headers })).status)
    statuses.push(await sendToStranger('198.51.100.9', headers))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
})

test('a code that isn’t sent, as a second one within a minute, doesn’t count', async () => {
  const { id, headers } = await signedIn()
  await db().rows('UPDATE members SET phone = $2, phone_verified_at = NULL WHERE id = $1', [id, newPhone()])
  const address = '198.51.100.10'
  const statuses = []
  for (let at = 0; at < 20; at++) statuses.push((await send(sendAlertCodeCall, { address, headers })).status)
  for (let at = 0; at < 60; at++) statuses.push(await sendToStranger(address))
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
})
