import { pollRefills } from '#lib/requests/poll-refills.ts'
import { markAbandonedAttempts, sendRequests } from '#lib/requests/send-requests.ts'
import type { Loop } from './loop.ts'

/** Sends members' requests (refill, cancellation, speed-up) to the providers that have the orders. */
export const sendRequestsLoop: Loop = {
  name: 'send-requests',
  pause: 1_000,
  run: async (db, unfinished) => {
    const sends = await sendRequests(db)
    for (const send of sends) {
      unfinished.add(send)
      send.finally(() => unfinished.delete(send))
    }
    return sends.length > 0
  },
}

/** Asks providers for the status of the refills that they have accepted. */
export const pollRefillsLoop: Loop = {
  name: 'poll-refills',
  pause: 2_000,
  run: async (db) => (await pollRefills(db)) > 0,
}

/** Marks attempts to send a member's request as UNKNOWN if the worker was killed during them. */
export const giveUpRequestsLoop: Loop = {
  name: 'give-up-requests',
  pause: 15_000,
  run: async (db) => (await markAbandonedAttempts(db)) > 0,
}
