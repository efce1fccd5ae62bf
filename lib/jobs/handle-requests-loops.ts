import { pollRefills } from '#lib/requests/poll-refills.ts'
import { giveUpRequests, sendRequests } from '#lib/requests/send-requests.ts'
import type { Loop } from './loop.ts'

/** Sends members' requests about orders to the providers that have the orders. */
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

/** Asks providers what came of the refills that they have. */
export const pollRefillsLoop: Loop = {
  name: 'poll-refills',
  pause: 2_000,
  run: async (db) => (await pollRefills(db)) > 0,
}

/** Marks sendings of requests as UNKNOWN if their worker was killed during them. */
export const watchRequestsLoop: Loop = {
  name: 'watch-requests',
  pause: 15_000,
  run: async (db) => (await giveUpRequests(db)) > 0,
}
