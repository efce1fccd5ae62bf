import { beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { resendMessage } from './resend-message.ts'
import type { SendOutcome } from './rules.ts'
import { sendMessage } from './send-message.ts'
import { lastOutboxRowTo, makeMessage, newEmailAddress } from './testing/outbox.ts'

const withExpiry = { life: 180_000 }
const updateMessage = (id: number, what: string) =>
  ownerDatabase().rows(`UPDATE outbox_messages SET ${what} WHERE id = $1`, [id])
const jobsOf = (id: number) => db().rows("SELECT FROM graphile_worker.jobs WHERE key = 'message:' || $1::text", [id])
const resend = (id: number) => resendMessage(db(), { ...someStaff, memberId: 7 }, { id })

function send(id: number, outcome: SendOutcome): Promise<void> {
  const carrier = async () => outcome
  return sendMessage(db(), id, { EMAIL: carrier })
}

const refusedOutcome: SendOutcome = { kind: 'refused', fault: 'SMTP 550' }
const sentOutcome: SendOutcome = { kind: 'sent' }

beforeEach(async () => {
  await db().rows("DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'message:%'")
})

async function makeFailed(): Promise<{ id: number; to: string }> {
  const to = newEmailAddress()
  const id = await makeMessage(to)
  await send(id, refusedOutcome)
  await db().rows("DELETE FROM graphile_worker._private_jobs WHERE key = 'message:' || $1::text", [id])
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'FAILED', attempts: 1 })
  return { id, to }
}

test('a notice that failed is sent once more, by a job of its own, with an audit row', async () => {
  const { id, to } = await makeFailed()
  await resend(id)
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'PENDING' })
  expect(await jobsOf(id)).toHaveLength(1)
  await send(id, sentOutcome)
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'SENT', attempts: 2, fault: null, body: '' })
  const acts = await db().rows(
    "SELECT actor_id, action, before, after FROM audit_entries WHERE subject_type = 'message' AND subject_id = $1",
    [String(id)],
  )
  expect(acts).toEqual([
    { actorId: 7, action: 'message.resend', before: { status: 'FAILED' }, after: { status: 'PENDING' } },
  ])
})

test('of many who ask at once one has it sent; the others are told that it waits', async () => {
  const { id } = await makeFailed()
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => resend(id)))
  const lost = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(lost).toHaveLength(5)
  for (const each of lost)
    expect(each).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('기다리는') })
  expect(await jobsOf(id)).toHaveLength(1)
})

const refusedCases: [string, (id: number) => Promise<unknown>, string][] = [
  ['carries a code or a link', (id) => updateMessage(id, "expires_at = now() + interval '1 hour'"), '링크'],
  [
    'is older than any that is sent',
    (id) => updateMessage(id, "created_at = now() - interval '3 days 1 second'"),
    '오래된',
  ],
  ['was sent', (id) => updateMessage(id, "status = 'SENT', sent_at = now()"), '이미 보낸'],
  ['is being sent', (id) => updateMessage(id, "status = 'SENDING', claimed_at = now()"), '보내는 중'],
  ['expired', (id) => updateMessage(id, "status = 'EXPIRED'"), '만료'],
]

test.each(refusedCases)('what %s is not', async (_, change, message) => {
  const { id, to } = await makeFailed()
  await change(id)
  const { status } = await lastOutboxRowTo(to)
  await expect(resend(id)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(message) })
  expect(await lastOutboxRowTo(to)).toMatchObject({ status })
  expect(await jobsOf(id)).toEqual([])
})

test('a code of which nobody knows whether it arrived is never sent again', async () => {
  const to = newEmailAddress()
  const id = await makeMessage(to, withExpiry)
  await send(id, { kind: 'unknown', fault: 'TIMED_OUT' })
  await expect(resend(id)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'FAILED', attempts: 1 })
})

test('what is not there can’t be', () => expect(resend(999_999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' }))
