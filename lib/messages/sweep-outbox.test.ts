import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { deleteExpired } from '#lib/core/delete-expired.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { killProcess } from '#lib/core/testing/killable-workers.ts'
import type { Carrier } from './rules.ts'
import { sendMessage } from './send-message.ts'
import { smtpCarrier } from './smtp-carrier.ts'
import { sweepOutbox } from './sweep-outbox.ts'
import { lastMessageBodyTo, lastOutboxRowTo, makeMessage, newEmailAddress } from './testing/outbox.ts'
import { type MailServer, smtpRefusal, startMailServer } from './testing/smtp.ts'

const from = 'shop@example.com'
const withExpiry = { life: 180_000 }
const startedServers: MailServer[] = []

const startServer = async (options = {}): Promise<MailServer> => {
  const server = await startMailServer(options)
  startedServers.push(server)
  return server
}

const carriersTo = ({ url }: MailServer) => ({ EMAIL: smtpCarrier({ url, from, timeout: 5_000 }) })

const updateMessage = (id: number, what: string) =>
  ownerDatabase().rows(`UPDATE outbox_messages SET ${what} WHERE id = $1`, [id])

const jobsOf = (id: number) => db().rows("SELECT 1 FROM graphile_worker.jobs WHERE key = 'message:' || $1::text", [id])

const outboxTasks = () => db().rows("SELECT 1 FROM tasks WHERE kind = 'OUTBOX'")

beforeEach(async () => {
  await ownerDatabase().rows("DELETE FROM tasks WHERE kind = 'OUTBOX'")
  await ownerDatabase().rows('DELETE FROM outbox_messages')
})

afterEach(async () => {
  for (const server of startedServers.splice(0)) await server.stop()
})

/**
 * Starts a process that sends the message, and kills it after it has claimed the message and before a mail server has
 * accepted it.
 */
async function killWhileSending(id: number): Promise<void> {
  const mute = await startServer({ onConnect: () => undefined })
  const args = [join(import.meta.dirname, 'testing/endless-sending.ts'), String(id), mute.url]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await vi.waitFor(
    async () => {
      const [row] = await db().rows<{ status: string }>('SELECT status FROM outbox_messages WHERE id = $1', [id])
      expect(row?.status).toBe('SENDING')
    },
    { timeout: 60_000, interval: 50 },
  )
  await killProcess(child)
}

test('a code whose worker was killed is not sent again by anyone, and staff are told', async () => {
  const [server, to] = [await startServer(), newEmailAddress()]
  const id = await makeMessage(to, withExpiry)
  await killWhileSending(id)
  await sweepOutbox(db(), carriersTo(server))
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'SENDING' })
  await updateMessage(id, "claimed_at = now() - interval '6 minutes'")
  await Promise.all([sweepOutbox(db(), carriersTo(server)), sweepOutbox(db(), carriersTo(server))])
  await sendMessage(db(), id, carriersTo(server))
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'FAILED', fault: 'WORKER_LOST', body: '' })
  expect(server.mails).toEqual([])
  expect(await outboxTasks()).toHaveLength(1)
})

test('a notice whose worker was killed is sent after all', async () => {
  const [server, to] = [await startServer(), newEmailAddress()]
  const id = await makeMessage(to)
  await killWhileSending(id)
  await updateMessage(id, "claimed_at = now() - interval '6 minutes'")
  await sweepOutbox(db(), carriersTo(server))
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'PENDING', attempts: 1 })
  await updateMessage(id, "next_try_at = now() - interval '1 second'")
  await sendMessage(db(), id, carriersTo(server))
  expect(server.mails).toHaveLength(1)
  expect(await outboxTasks()).toEqual([])
})

test('a worker that comes back after its claim was given up changes nothing any more', async () => {
  const to = newEmailAddress()
  const id = await makeMessage(to, withExpiry)
  const slow: Carrier = async () => {
    await updateMessage(id, "claimed_at = now() - interval '6 minutes'")
    await sweepOutbox(db(), {})
    return { kind: 'sent' }
  }
  await sendMessage(db(), id, { EMAIL: slow })
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'FAILED', fault: 'WORKER_LOST' })
})

test('an expired code leaves the outbox unsent, with its body; a notice does not expire', async () => {
  const [code, notice] = [newEmailAddress(), newEmailAddress()]
  await updateMessage(await makeMessage(code, withExpiry), "expires_at = now() - interval '1 millisecond'")
  await makeMessage(notice)
  await sweepOutbox(db(), {})
  expect(await lastOutboxRowTo(code)).toMatchObject({ status: 'EXPIRED', body: '', attempts: 0 })
  expect(await lastOutboxRowTo(notice)).toMatchObject({ status: 'PENDING' })
  expect(await lastMessageBodyTo(notice)).toBe('본문 12345')
})

test('a notice that nothing can send expires after three days, and is deleted with the other messages', async () => {
  const [old, young, code] = [newEmailAddress(), newEmailAddress(), newEmailAddress()]
  const oldId = await makeMessage(old)
  await updateMessage(oldId, "created_at = now() - interval '3 days'")
  await updateMessage(await makeMessage(young), "created_at = now() - interval '71 hours'")
  await updateMessage(await makeMessage(code, withExpiry), "created_at = now() - interval '3 days'")
  await sweepOutbox(db(), {})
  expect(await lastOutboxRowTo(old)).toMatchObject({ status: 'EXPIRED', body: '', attempts: 0 })
  for (const to of [young, code]) expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'PENDING' })
  await updateMessage(oldId, "created_at = now() - interval '4 months'")
  await deleteExpired(db(), 'outbox_messages', 100)
  expect(await db().rows('SELECT FROM outbox_messages WHERE id = $1', [oldId])).toEqual([])
})

test('a message whose job is gone gets another, once, if there is a carrier for it', async () => {
  const server = await startServer()
  const ids = [await makeMessage(newEmailAddress()), await makeMessage('01012345678')]
  await db().rows('DELETE FROM graphile_worker._private_jobs')
  for (const id of ids) await updateMessage(id, "next_try_at = now() - interval '2 minutes'")
  await sweepOutbox(db(), carriersTo(server))
  await sweepOutbox(db(), carriersTo(server))
  expect((await Promise.all(ids.map(jobsOf))).map((jobs) => jobs.length)).toEqual([1, 0])
})

test('a code that ran out while the mail server refused the shop has failed, and staff are told once', async () => {
  const onAuth = (_: unknown, __: unknown, done: (error: Error) => void) => done(smtpRefusal(535, 'wrong password'))
  const server = await startServer({ onAuth })
  const carriers = carriersTo({ ...server, url: server.url.replace('://', '://shop:old-password@') })
  for (const to of [newEmailAddress(), newEmailAddress()]) {
    const id = await makeMessage(to, withExpiry)
    await sendMessage(db(), id, carriers)
    expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'PENDING', fault: 'SMTP 535' })
    await updateMessage(id, "expires_at = now() - interval '1 second'")
    await sweepOutbox(db(), carriers)
    expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'FAILED', fault: 'SMTP 535', body: '' })
  }
  expect(await outboxTasks()).toHaveLength(1)
})

test('a code that nobody tried to send, for want of a carrier, has expired and is no failure', async () => {
  const to = newEmailAddress()
  const id = await makeMessage(to, withExpiry)
  await updateMessage(id, "expires_at = now() - interval '1 second'")
  await sweepOutbox(db(), {})
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'EXPIRED', body: '' })
  expect(await outboxTasks()).toEqual([])
})
