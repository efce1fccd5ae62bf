import { gatherAlerts } from '#lib/alimtalk/gather-alerts.ts'
import { pollDeliveryResults } from '#lib/alimtalk/poll-delivery-results.ts'
import { sweepAlerts } from '#lib/alimtalk/sweep-alerts.ts'
import type { Job } from './job.ts'
import type { Loop } from './loop.ts'

/** Queues AlimTalk and text messages about the events that members chose to be notified of. */
export const gatherAlertsLoop: Loop = {
  name: 'gather-alerts',
  pause: 2_000,
  run: async (db) => (await gatherAlerts(db)) > 0,
}

/** Asks Solapi whether the messages that it accepted have arrived, and what they cost. */
export const askDeliveryResultsLoop: Loop = {
  name: 'ask-outcomes',
  pause: 2_000,
  run: async (db) => (await pollDeliveryResults(db)) > 0,
}

/** Each hour: deletes old notices to members' telephones, sent or not. */
export const sweepAlertsJob: Job = { name: 'sweep-alerts', cron: '17 * * * *', run: sweepAlerts }
