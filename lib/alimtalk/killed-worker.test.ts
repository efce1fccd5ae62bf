import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeCreditedCharge } from '#lib/charges/testing/refunds.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { killProcess } from '#lib/core/testing/killable-workers.ts'
import { sendMessage } from '#lib/messages/send-message.ts'
import { sweepOutbox } from '#lib/messages/sweep-outbox.ts'
import { sendCode } from '#lib/verification/send-code.ts'
import { chooseCarriers } from './choose-carriers.ts'
import { gatherAlerts } from './gather-alerts.ts'
import { connectSolapi, makeMemberWithAlerts, newPhone, noon, passAlertPause } from './testing/alerts.ts'
import { type SolapiStandIn, startSolapiStandIn } from './testing/solapi-stand-in.ts'

let solapi: SolapiStandIn

beforeEach(async () => {
  solapi = await startSolapiStandIn()
  await connectSolapi(solapi)
})
afterEach(() => solapi.stop())

/**
 * Starts a process that sends the message. Kills it once Solapi has received the request, before Solapi responds.
 * `isTaken`: Solapi accepts the message.
 */
async function killWhileSending(id: number, isTaken: boolean): Promise<void> {
  const silence = isTaken ? 'silent' : 'unanswered'
  solapi.state.faultOf = (requestKind) => (requestKind === 'register' ? silence : undefined)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/endless-sending.ts'), String(id)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await vi.waitFor(
    () => expect(solapi.requests.filter(({ requestKind }) => requestKind === 'register')).toHaveLength(1),
    {
      timeout: 60_000,
      interval: 50,
    },
  )
  await killProcess(child)
  solapi.state.faultOf = () => undefined
}

/** Makes the killed worker count as dead, then runs the worker's jobs for its message. */
async function runJobsFor(id: number): Promise<void> {
  await db().rows("UPDATE outbox_messages SET claimed_at = now() - interval '6 minutes' WHERE id = $1", [id])
  await sweepOutbox(db(), await chooseCarriers(db()), noon)
  await db().rows("UPDATE outbox_messages SET next_try_at = now() - interval '1 second' WHERE id = $1", [id])
  for (let at = 0; at < 3; at++) await sendMessage(db(), id, await chooseCarriers(db()), noon)
}

async function chargeMessage(): Promise<number> {
  const { id } = await makeMemberWithAlerts()
  await makeCreditedCharge(id)
  await passAlertPause()
  await gatherAlerts(db(), noon)
  return (await oneRow<{ id: number }>(db(), 'SELECT id FROM outbox_messages WHERE member_id = $1', [id])).id
}

const statusOf = (id: number) =>
  oneRow(db(), 'SELECT status, sent_as, group_id FROM outbox_messages WHERE id = $1', [id])

test('a notice that Solapi took before the worker was killed is not sent again, and what became of it is known', async () => {
  const id = await chargeMessage()
  await killWhileSending(id, true)
  expect(solapi.messages).toHaveLength(1)
  await runJobsFor(id)
  expect(solapi.messages).toHaveLength(1)
  expect(await statusOf(id)).toEqual({ status: 'SENT', sentAs: 'ALIMTALK', groupId: 'G4V000001' })
})

test('a notice that Solapi had not taken when the worker was killed is sent once', async () => {
  const id = await chargeMessage()
  await killWhileSending(id, false)
  expect(solapi.messages).toHaveLength(0)
  await runJobsFor(id)
  expect(solapi.messages).toHaveLength(1)
  expect(await statusOf(id)).toMatchObject({ status: 'SENT' })
})

test('a code whose worker was killed is not sent again', async () => {
  const target = newPhone()
  await sendCode(db(), { channel: 'PHONE', target })
  const { id } = await oneRow<{ id: number }>(db(), 'SELECT id FROM outbox_messages WHERE "to" = $1', [target])
  await killWhileSending(id, true)
  await runJobsFor(id)
  expect(solapi.messages).toHaveLength(1)
  expect(await statusOf(id)).toMatchObject({ status: 'FAILED' })
})
