import { DELIVER_WEBHOOK, deliverWebhook } from '#lib/webhooks/deliver-webhook.ts'
import { sweepDeliveries } from '#lib/webhooks/sweep-deliveries.ts'
import type { Errand, Job } from './job.ts'

/** As soon as an order has moved, and again when it may be tried again. */
export const deliverWebhookErrand: Errand = { name: DELIVER_WEBHOOK, run: (db, id) => deliverWebhook(db, id) }

/** Each minute: what no errand looks after any more. */
export const sweepDeliveriesJob: Job = { name: 'sweep-deliveries', cron: '* * * * *', run: sweepDeliveries }
