import { setTimeout as wait } from 'node:timers/promises'
import { claimDeliveries, type Slots } from '#lib/webhooks/claim-deliveries.ts'
import { deliverWebhook } from '#lib/webhooks/deliver-webhook.ts'
import { sweepDeliveries } from '#lib/webhooks/sweep-deliveries.ts'
import type { Job } from './job.ts'
import type { Loop } from './loop.ts'

/** Under way at once in one process. A delivery that waits for its answer costs a socket, no connection of the database. */
export const deliverySlots: Slots = { prompt: 32, other: 32 }

const PAUSE = 500

/** Deliveries that are due go out, each member's in turn. The delivery's own row is the job. */
export function deliverWebhooksLoop(slots: Slots = deliverySlots): Loop {
  const underWay: Slots = { prompt: 0, other: 0 }
  return {
    name: 'deliver-webhooks',
    pause: PAUSE,
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
      // The next of a member goes out as soon as the one before it is settled, not a pause later.
      await Promise.race([...open, wait(PAUSE)])
      return true
    },
  }
}

/** Each minute: claims of workers that were killed. */
export const sweepDeliveriesJob: Job = { name: 'sweep-deliveries', cron: '* * * * *', run: sweepDeliveries }
