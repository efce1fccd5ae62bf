import { db } from '#lib/core/db.ts'
import { startLoop } from '#lib/jobs/loop.ts'
import { pollOrders } from '../poll-orders.ts'
import { giveUpAttempts, sendOrders } from '../send-order.ts'

// A process that a test kills: a worker with short time-outs, which prints a line when it has started.
const replyLimits = { timeout: 400 }

/**
 * Seconds after which an attempt counts as abandoned; longer than a claim may wait (5 s) plus the time-out of a
 * request, as in the real worker.
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
