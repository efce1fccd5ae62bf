import { beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { outboxForStaff, outboxState, unreachableChannels } from './queries.ts'
import type { Carrier } from './rules.ts'
import { sendMessage } from './send-message.ts'
import { makeMessage, newEmailAddress } from './testing/outbox.ts'

const withExpiry = { life: 180_000 }

const acceptingCarrier: Carrier = async () => ({ kind: 'sent' })

const listOutbox = (query: Partial<Parameters<typeof outboxForStaff>[1]> = {}) =>
  outboxForStaff(db(), { q: '', size: 50, ...query })

beforeEach(() => ownerDatabase().rows('DELETE FROM outbox_messages'))

test('outside the demo staff read what carries no code or link, and nothing else', async () => {
  await makeMessage(newEmailAddress(), withExpiry)
  await makeMessage(newEmailAddress())
  const { rows } = await listOutbox()
  expect(rows.map(({ body }) => body)).toEqual(['본문 12345', null])
  expect(JSON.stringify(rows[1])).not.toContain('12345')
})

test('what was sent is empty, what another secret sealed stays closed, and neither breaks the list', async () => {
  const [sent, sealed] = [await makeMessage(newEmailAddress()), await makeMessage(newEmailAddress())]
  await sendMessage(db(), sent, { EMAIL: acceptingCarrier })
  await db().rows("UPDATE outbox_messages SET body = 'AAAA' WHERE id = $1", [sealed])
  expect((await listOutbox()).rows.map(({ id, body, status }) => ({ id, body, status }))).toEqual([
    { id: sealed, body: null, status: 'PENDING' },
    { id: sent, body: null, status: 'SENT' },
  ])
})

test('staff find messages by status, way, and how address or subject begins', async () => {
  const mail = await makeMessage('Kim_1@example.com')
  const text = await makeMessage('01098765432')
  await db().rows("UPDATE outbox_messages SET status = 'FAILED' WHERE id = $1", [text])
  const found = async (query: Parameters<typeof listOutbox>[0]) => (await listOutbox(query)).rows.map(({ id }) => id)
  expect(await found({ status: 'FAILED' })).toEqual([text])
  expect(await found({ channel: 'EMAIL' })).toEqual([mail])
  expect(await found({ q: ' kim_1@EX ' })).toEqual([mail])
  expect(await found({ q: 'kimX1' })).toEqual([])
  expect(await found({ q: '0109876' })).toEqual([text])
  expect(await found({ q: '010-9876-5432' })).toEqual([text])
  expect(await found({ q: '안내' })).toEqual([text, mail])
  expect(await found({ q: '안내', channel: 'SMS' })).toEqual([text])
  expect(await outboxState(db())).toEqual({ waiting: 1, failed: 1, unsent: ['EMAIL', 'SMS'] })
  await ownerDatabase().rows("UPDATE outbox_messages SET created_at = now() - interval '25 hours'")
  expect(await outboxState(db())).toMatchObject({ waiting: 1, failed: 0 })
})

test('pages walk through every message once, newest first', async () => {
  const ids: number[] = []
  for (let each = 0; each < 5; each++) ids.unshift(await makeMessage(newEmailAddress()))
  const first = await listOutbox({ size: 3 })
  expect(first.total).toBe(5)
  const second = await listOutbox({ size: 3, cursor: first.nextCursor ?? 0 })
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids)
  expect(second.nextCursor).toBeNull()
})

test('without a carrier a channel reaches nobody, but in the demo staff read its messages', async () => {
  expect(await unreachableChannels(db())).toEqual(['EMAIL', 'SMS'])
  env().DEMO = true
  try {
    expect(await unreachableChannels(db())).toEqual([])
  } finally {
    env().DEMO = false
  }
})
