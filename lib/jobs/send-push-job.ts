import { setTimeout as wait } from 'node:timers/promises'
import { claimPushMessages } from '#lib/push/claim-push-messages.ts'
import { gatherNotices } from '#lib/push/gather-notices.ts'
import { sendPushMessage } from '#lib/push/send-push-message.ts'
import { sweepPush } from '#lib/push/sweep-push.ts'
import type { Job } from './job.ts'
import type { Loop } from './loop.ts'

/**
 * Maximum number of push messages that a process sends at once. There can be more messages than database connections,
 * because a message holds no connection while it waits for its response.
 */
export const PUSH_SLOTS = 32

const PAUSE_MS = 1_000

/**
 * Creates push messages about ended orders and auto orders for the members who want them, and sends them to their
 * browsers. The rows of the messages are the queue.
 */
export const sendPushLoop = (): Loop => ({
  name: 'send-push',
  pause: PAUSE_MS,
  run: async (db, unfinished) => {
    await gatherNotices(db)
    const claimed = await claimPushMessages(db, PUSH_SLOTS - unfinished.size)
    for (const message of claimed) {
      const sending = sendPushMessage(db, message).finally(() => unfinished.delete(sending))
      unfinished.add(sending)
    }
    if (claimed.length > 0 || unfinished.size === 0) return claimed.length > 0
    await Promise.race([...unfinished, wait(PAUSE_MS)])
    return true
  },
})

/**
 * Each minute: deletes push messages that are too old or whose worker was killed while sending them. Also deletes old
 * rows of push_notices (the ended orders and auto orders that messages are about).
 */
export const sweepPushJob: Job = { name: 'sweep-push', cron: '* * * * *', run: sweepPush }
