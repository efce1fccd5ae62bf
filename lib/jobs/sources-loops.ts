import { askAboutReports } from '#lib/deposits/sources/ask-about-reports.ts'
import { pollSources } from '#lib/deposits/sources/poll-sources.ts'
import { syncRegistrations } from '#lib/deposits/sources/sync-registrations.ts'
import type { Loop } from './loop.ts'

/**
 * Registers pending charges with the deposit sources that look for their deposits. Ends the registration of charges
 * that no deposit can credit any more. Asks about registered charges about which no webhook has arrived.
 */
export const syncRegistrationsLoop: Loop = {
  name: 'sync-registrations',
  pause: 2_000,
  run: async (db) => (await syncRegistrations(db)) > 0,
}

/** Asks deposit sources for the deposits that their webhooks announced. */
export const askAboutReportsLoop: Loop = {
  name: 'ask-about-reports',
  pause: 1_000,
  run: async (db) => (await askAboutReports(db)) > 0,
}

/** Polls the deposit sources that report deposits only when asked. */
export const pollSourcesLoop: Loop = {
  name: 'poll-sources',
  pause: 5_000,
  run: async (db) => (await pollSources(db)) > 0,
}
