import { db } from '#lib/core/db.ts'
import { startLoop } from '#lib/jobs/loop.ts'
import { pollOrders } from '../poll-orders.ts'
import { giveUpAttempts, sendOrders } from '../send-order.ts'

// Run as a process that is killed while it works: a worker in a hurry, which says when it begins.
const patience = { timeout: 400 }

/** Above what a claim may wait (5 s) and a call may last, as in the real worker. */
const ABANDONED = 7

startLoop(
  {
    name: 'send',
    pause: 20,
    run: async (_, open) => {
      const sends = await sendOrders(db(), { most: 8, ...patience })
      for (const send of sends) open.add(send)
      return sends.length > 0
    },
  },
  db(),
)
startLoop({ name: 'poll', pause: 50, run: async () => (await pollOrders(db(), { timeout: 2_000 })) > 0 }, db())
startLoop({ name: 'give up', pause: 500, run: async () => (await giveUpAttempts(db(), ABANDONED)) > 0 }, db())
process.stdout.write('started\n')
