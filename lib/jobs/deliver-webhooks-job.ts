import { setTimeout as wait } from 'node:timers/promises'
import { claimDeliveries, type FreeSlots } from '#lib/webhooks/claim-deliveries.ts'
import { deliverWebhook } from '#lib/webhooks/deliver-webhook.ts'
import { sweepDeliveries } from '#lib/webhooks/sweep-deliveries.ts'
import type { Job } from './job.ts'
import type { Loop } from './loop.ts'

/**
 * Most concurrent deliveries of one process, by group. A delivery that waits for its answer holds a socket, but no
 * database connection.
 */
export const deliverySlots: FreeSlots = { prompt: 32, other: 32 }

const PAUSE_MS = 500

/** Sends due webhook deliveries, one at a time per member. The delivery's row itself is the queue entry. */
export function deliverWebhooksLoop(slots: FreeSlots = deliverySlots): Loop {
  const underWay: FreeSlots = { prompt: 0, other: 0 }
  return {
    name: 'deliver-webhooks',
    pause: PAUSE_MS,
    run: async (db, open) => {
      const free = { prompt: slots.prompt - underWay.prompt, other: slots.other - underWay.other }
      const claimed = await claimDeliveries(db, free)
      for (const due of claimed) {
        const group = due.prompt ? 'prompt' : 'other'
        underWay[group] += 1
        const sending = deliverWebhook(db, due).finally(() => {
          underWay[group] -= 1
          open.delete(sending)
        })
        open.add(sending)
      }
      if (claimed.length > 0 || open.size === 0) return claimed.length > 0
      // A member's next delivery is sent as soon as the one before it is settled, without a pause.
      await Promise.race([...open, wait(PAUSE_MS)])
      return true
    },
  }
}

/** Each minute: releases claims of killed workers. */
export const sweepDeliveriesJob: Job = { name: 'sweep-deliveries', cron: '* * * * *', run: sweepDeliveries }
