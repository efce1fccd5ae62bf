import { askOutcomes } from '#lib/alimtalk/ask-outcomes.ts'
import { gatherAlerts } from '#lib/alimtalk/gather-alerts.ts'
import { sweepAlerts } from '#lib/alimtalk/sweep-alerts.ts'
import type { Job } from './job.ts'
import type { Loop } from './loop.ts'

/** Makes messages to telephones of what members chose to be told of. */
export const gatherAlertsLoop: Loop = {
  name: 'gather-alerts',
  pause: 2_000,
  run: async (db) => (await gatherAlerts(db)) > 0,
}

/** Asks Solapi what became of the messages that it took, and what they cost. */
export const askOutcomesLoop: Loop = {
  name: 'ask-outcomes',
  pause: 2_000,
  run: async (db) => (await askOutcomes(db)) > 0,
}

/** Each hour: deletes old notices for members' telephones. */
export const sweepAlertsJob: Job = { name: 'sweep-alerts', cron: '17 * * * *', run: sweepAlerts }
