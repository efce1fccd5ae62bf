import { chooseCarriers } from '#lib/alimtalk/choose-carriers.ts'
import { SEND_MESSAGE } from '#lib/messages/queue-message.ts'
import { sendMessage } from '#lib/messages/send-message.ts'
import { sweepOutbox } from '#lib/messages/sweep-outbox.ts'
import type { Job, RowJob } from './job.ts'

/** Sends one message of the outbox. Queued when the message is stored, and again for each retry. */
export const sendMessageJob: RowJob = {
  name: SEND_MESSAGE,
  run: async (db, id) => sendMessage(db, id, await chooseCarriers(db)),
}

/**
 * Each minute: expires messages of the outbox that would arrive too late, and handles messages whose job or worker was
 * lost (docs/decisions/0008).
 */
export const sweepOutboxJob: Job = {
  name: 'sweep-outbox',
  cron: '* * * * *',
  run: async (db) => sweepOutbox(db, await chooseCarriers(db)),
}
