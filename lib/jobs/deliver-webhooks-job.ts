import { setTimeout as wait } from 'node:timers/promises'
import { claimWebhookDeliveries, type FreeSlots } from '#lib/webhooks/claim-webhook-deliveries.ts'
import { deliverWebhook } from '#lib/webhooks/deliver-webhook.ts'
import { sweepWebhookDeliveries } from '#lib/webhooks/sweep-webhook-deliveries.ts'
import type { Job } from './job.ts'
import type { Loop } from './loop.ts'

/**
 * Maximum number of webhook deliveries that a process makes at once. `prompt`: to members whose last delivery was
 * answered promptly; `other`: to all others, so that slow receivers don't delay the prompt ones. There can be more
 * deliveries than database connections, because a delivery holds no connection while it waits for its response.
 */
export const deliverySlots: FreeSlots = { prompt: 32, other: 32 }

const PAUSE_MS = 500

/** Sends due webhook deliveries, one at a time per member. The rows of the deliveries are the queue. */
export function deliverWebhooksLoop(slots: FreeSlots = deliverySlots): Loop {
  const underWay: FreeSlots = { prompt: 0, other: 0 }
  return {
    name: 'deliver-webhooks',
    pause: PAUSE_MS,
    run: async (db, unfinished) => {
      const free = { prompt: slots.prompt - underWay.prompt, other: slots.other - underWay.other }
      const claimed = await claimWebhookDeliveries(db, free)
      for (const delivery of claimed) {
        const group = delivery.prompt ? 'prompt' : 'other'
        underWay[group] += 1
        const sending = deliverWebhook(db, delivery).finally(() => {
          underWay[group] -= 1
          unfinished.delete(sending)
        })
        unfinished.add(sending)
      }
      if (claimed.length > 0 || unfinished.size === 0) return claimed.length > 0
      // Returns as soon as a delivery is settled, so that the member's next delivery is sent without a pause.
      await Promise.race([...unfinished, wait(PAUSE_MS)])
      return true
    },
  }
}

/**
 * Each minute: queues the events about ended bulk calls and changed services, and deletes old deliveries and the former
 * secrets of webhooks. Counts a delivery attempt as failed if the worker was killed during it.
 */
export const sweepWebhookDeliveriesJob: Job = {
  name: 'sweep-deliveries',
  cron: '* * * * *',
  run: sweepWebhookDeliveries,
}
