import { db } from '#lib/core/db.ts'
import { startLoop } from '#lib/jobs/loop.ts'
import { pollOrders } from '#lib/providers/delivery/poll-orders.ts'
import { fileTasksOfWaitingRequests } from '../file-tasks-of-waiting-requests.ts'
import { pollRefills } from '../poll-refills.ts'
import { markAbandonedAttempts, sendRequests } from '../send-requests.ts'

// A process that a test kills: a worker that sends and polls requests and orders, with short time-outs. Prints a line
// once it has started.

/**
 * Seconds after which an attempt counts as abandoned. As in the real worker, this is longer than the maximum age of a
 * claim (5 s) plus the time-out of the HTTP request.
 */
const ABANDONED_AFTER_SECONDS = 7

startLoop(
  {
    name: 'send',
    pause: 20,
    run: async (_, open) => {
      const sends = await sendRequests(db(), { maxRequests: 8, timeout: 400 })
      for (const send of sends) open.add(send)
      return sends.length > 0
    },
  },
  db(),
)
startLoop({ name: 'refills', pause: 50, run: async () => (await pollRefills(db(), { timeout: 2_000 })) > 0 }, db())
startLoop({ name: 'orders', pause: 50, run: async () => (await pollOrders(db(), { timeout: 2_000 })) > 0 }, db())
startLoop(
  {
    name: 'give up',
    pause: 500,
    run: async () => {
      await fileTasksOfWaitingRequests(db())
      return (await markAbandonedAttempts(db(), ABANDONED_AFTER_SECONDS)) > 0
    },
  },
  db(),
)
process.stdout.write('started\n')
