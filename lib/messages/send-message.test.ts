import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db, openDatabase } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { SHORT_TIMEOUT_MS } from '#lib/core/testing/short-timeout.ts'
import { queueMessage } from './queue-message.ts'
import { fileFailedMessageTask, sendMessage } from './send-message.ts'
import { smtpCarrier } from './smtp-carrier.ts'
import { lastMessageBodyTo, lastOutboxRowTo, makeMessage, newEmailAddress } from './testing/outbox.ts'
import { decodeMailText, type MailServer, smtpRefusal, startMailServer } from './testing/smtp.ts'

const from = '상점 <shop@example.com>'
const withExpiry = { life: 180_000 }
const startedServers: MailServer[] = []

const startServer = async (options = {}): Promise<MailServer> => {
  const server = await startMailServer(options)
  startedServers.push(server)
  return server
}

const carriersTo = ({ url }: { url: string }, timeout = 5_000) => ({ EMAIL: smtpCarrier({ url, from, timeout }) })

const send = (id: number, server: { url: string }, timeout?: number, handle = db()) =>
  sendMessage(handle, id, carriersTo(server, timeout))

const makeDue = (id: number) =>
  db().rows("UPDATE outbox_messages SET next_try_at = now() - interval '1 second' WHERE id = $1", [id])

const outboxTasks = () => db().rows<{ detail: unknown }>("SELECT detail FROM tasks WHERE kind = 'OUTBOX'")

beforeEach(() => ownerDatabase().rows("DELETE FROM tasks WHERE kind = 'OUTBOX'"))

afterEach(async () => {
  for (const server of startedServers.splice(0)) await server.stop()
})

test('a message is handed over once, to one recipient, and its body is erased', async () => {
  const [server, to] = [await startServer(), newEmailAddress()]
  const id = await makeMessage(to, withExpiry)
  await send(id, server)
  await send(id, server)
  expect(server.mails.map((mail) => [mail.to, decodeMailText(mail)])).toEqual([[[to], '본문 12345']])
  expect(server.mails[0]?.text).toMatch(/^From: =\?UTF-8\?.*<shop@example\.com>\r\n/m)
  expect(server.mails[0]?.text).toMatch(/^Auto-Submitted: auto-generated\r\n/im)
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'SENT', body: '', attempts: 1, fault: null })
})

test('an address that could be read as two stays one', async () => {
  const server = await startServer()
  const to = 'a@example.com,b@example.com'
  await send(await makeMessage(to), server)
  expect(server.mails.flatMap((mail) => mail.to).filter((each) => each === 'b@example.com')).toEqual([])
})

test('a message and its job are there only with what they tell of', async () => {
  const to = newEmailAddress()
  const undone = db().transaction(async (tx) => {
    await queueMessage(tx, { channel: 'EMAIL', to, subject: '', body: '', life: null })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await lastMessageBodyTo(to)).toBeNull()
  const id = await makeMessage(to)
  const jobs = () => db().rows("SELECT 1 FROM graphile_worker.jobs WHERE key = 'message:' || $1::text", [id])
  expect(await jobs()).toHaveLength(1)
})

test('a refused recipient has failed at once, with one task for staff, and nobody is named', async () => {
  const warned = vi.spyOn(log, 'warn')
  const to = newEmailAddress()
  const onRcptTo = (_: unknown, __: unknown, done: (error: Error) => void) =>
    done(smtpRefusal(550, `no user ${to} here`))
  const server = await startServer({ onRcptTo })
  await send(await makeMessage(to, withExpiry), server)
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'FAILED', fault: 'SMTP 550', body: '' })
  await send(await makeMessage(newEmailAddress(), withExpiry), server)
  expect(await outboxTasks()).toHaveLength(1)
  expect(JSON.stringify([warned.mock.calls, await outboxTasks()])).not.toMatch(/reader|12345/)
  warned.mockRestore()
})

test('failed e-mails are one task, failed messages to telephones another', async () => {
  for (const channel of ['EMAIL', 'SMS', 'EMAIL'] as const)
    await fileFailedMessageTask(db(), { id: 1, channel, fault: 'REFUSED' })
  const details = (await outboxTasks()).map(({ detail }) => detail)
  expect(details).toEqual([
    { channel: 'EMAIL', id: 1, fault: 'REFUSED' },
    { channel: 'SMS', id: 1, fault: 'REFUSED' },
  ])
})

test('a greylisting server is asked again after a while, and then takes it', async () => {
  const to = newEmailAddress()
  let asked = 0
  const onRcptTo = (_: unknown, __: unknown, done: (error?: Error) => void) =>
    asked++ === 0 ? done(smtpRefusal(451, 'greylisted, come back')) : done()
  const server = await startServer({ onRcptTo })
  const id = await makeMessage(to, withExpiry)
  await send(id, server)
  const row = await lastOutboxRowTo(to)
  expect(row).toMatchObject({ status: 'PENDING', fault: 'SMTP 451', attempts: 1 })
  expect(row.wait).toBeGreaterThan(3)
  await send(id, server)
  expect(asked).toBe(1)
  const again = await db().rows<{ due: boolean }>(
    `SELECT run_at > now() AS due FROM graphile_worker.jobs WHERE key = 'message:' || $1::text`,
    [id],
  )
  expect(again).toEqual([{ due: true }])
  await makeDue(id)
  await send(id, server)
  expect(server.mails).toHaveLength(1)
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'SENT', attempts: 2, fault: null })
})

test('a no to the message itself is final or not, as its number says', async () => {
  for (const [code, status] of [
    [554, 'FAILED'],
    [452, 'PENDING'],
  ] as const) {
    const onData = (stream: NodeJS.ReadableStream, _: unknown, done: (error: Error) => void) => {
      stream.on('end', () => done(smtpRefusal(code, 'no'))).resume()
    }
    const to = newEmailAddress()
    await send(await makeMessage(to, withExpiry), await startServer({ onData }))
    expect(await lastOutboxRowTo(to)).toMatchObject({ status, fault: `SMTP ${code}` })
  }
})

test('a server that is not there, or never says a word, has surely sent nothing', async () => {
  const gone = await startMailServer()
  await gone.stop()
  const mute = createServer(() => undefined).listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(mute.listening).toBe(true))
  const { port } = mute.address() as { port: number }
  for (const url of [gone.url, `smtp://127.0.0.1:${port}`]) {
    const to = newEmailAddress()
    await send(await makeMessage(to, withExpiry), { url }, SHORT_TIMEOUT_MS)
    expect(await lastOutboxRowTo(to)).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      fault: expect.stringMatching(/^E/),
    })
  }
  mute.close()
})

test('a server that falls silent with the message in hand may have sent it: a code is not sent again, a notice is', async () => {
  const silent = (stream: NodeJS.ReadableStream) => void stream.resume()
  const server = await startServer({ onData: silent })
  const [code, notice] = [newEmailAddress(), newEmailAddress()]
  await send(await makeMessage(code, withExpiry), server, SHORT_TIMEOUT_MS)
  await send(await makeMessage(notice), server, SHORT_TIMEOUT_MS)
  expect(await lastOutboxRowTo(code)).toMatchObject({ status: 'FAILED', body: '' })
  expect(await lastOutboxRowTo(notice)).toMatchObject({ status: 'PENDING' })
  expect(await outboxTasks()).toHaveLength(1)
})

test('of many workers that race for a message one sends it', async () => {
  const [server, to] = [await startServer(), newEmailAddress()]
  const id = await makeMessage(to, withExpiry)
  const other = openDatabase(env().DATABASE_URL, 8)
  await Promise.all(Array.from({ length: 16 }, (_, at) => send(id, server, 5_000, at % 2 ? db() : other)))
  await other.end()
  expect([server.mails.length, server.connections()]).toEqual([1, 1])
  expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'SENT', attempts: 1 })
})

test('an expired code, and news three days old, are not sent at all', async () => {
  const server = await startServer()
  for (const set of ["expires_at = now() - interval '1 second'", "created_at = now() - interval '73 hours'"]) {
    const to = newEmailAddress()
    const id = await makeMessage(to, set.startsWith('expires') ? withExpiry : {})
    await ownerDatabase().rows(`UPDATE outbox_messages SET ${set} WHERE id = $1`, [id])
    await send(id, server)
    expect(await lastOutboxRowTo(to)).toMatchObject({ status: 'PENDING', attempts: 0 })
  }
  expect(server.connections()).toBe(0)
})

test('without a carrier a message stays as it is, encrypted', async () => {
  const to = newEmailAddress()
  const id = await makeMessage(to, withExpiry)
  await sendMessage(db(), id, {})
  const row = await lastOutboxRowTo(to)
  expect(row).toMatchObject({ status: 'PENDING', attempts: 0 })
  expect(row.body).not.toContain('12345')
  expect(await lastMessageBodyTo(to)).toBe('본문 12345')
})
