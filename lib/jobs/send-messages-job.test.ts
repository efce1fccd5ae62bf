import { expect, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { makeMessage, newEmailAddress } from '#lib/messages/testing/outbox.ts'
import { startMailServer } from '#lib/messages/testing/smtp.ts'
import { startWorker } from './worker.ts'

test('two real workers send everything once, as soon as it is queued', async () => {
  const server = await startMailServer()
  // These variables are set before any code parses the environment.
  Object.assign(process.env, { SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' })
  const runners = await Promise.all([startWorker(), startWorker()])
  const addresses = Array.from({ length: 20 }, newEmailAddress)
  for (const [at, to] of addresses.entries()) await makeMessage(to, { life: at % 2 ? 180_000 : null })
  await vi.waitFor(() => expect(server.mails).toHaveLength(20), { timeout: 60_000, interval: 50 })
  await Promise.all(runners.map((runner) => runner.stop()))
  await server.stop()
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted())
  expect(await db().rows("SELECT 1 FROM outbox_messages WHERE status <> 'SENT' OR body <> ''")).toEqual([])
})
