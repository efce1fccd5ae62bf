import { db } from '#lib/core/db.ts'
import { startLoop } from '#lib/jobs/loop.ts'
import { pollOrders } from '../poll-orders.ts'
import { giveUpAttempts, sendOrders } from '../send-order.ts'

// This script is a worker that a test starts and kills. It has short time-outs and prints a line when it has started.
const replyLimits = { timeout: 400 }

/**
 * Seconds after which a running attempt counts as abandoned. As in the real worker, it is longer than the longest wait
 * of a claim (5 s) plus the time-out of a request.
 */
const ABANDONED_AFTER_SECONDS = 7

startLoop(
  {
    name: 'send',
    pause: 20,
    run: async (_, open) => {
      const sends = await sendOrders(db(), { maxOrders: 8, ...replyLimits })
      for (const send of sends) open.add(send)
      return sends.length > 0
    },
  },
  db(),
)
startLoop({ name: 'poll', pause: 50, run: async () => (await pollOrders(db(), { timeout: 2_000 })) > 0 }, db())
startLoop(
  { name: 'give up', pause: 500, run: async () => (await giveUpAttempts(db(), ABANDONED_AFTER_SECONDS)) > 0 },
  db(),
)
process.stdout.write('started\n')
