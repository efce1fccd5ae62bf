import { env } from '#lib/core/env.ts'
import { pollOrders } from '#lib/providers/delivery/poll-orders.ts'
import { giveUpAttempts, sendOrders } from '#lib/providers/delivery/send-order.ts'
import { pollBalances } from '#lib/providers/health/poll-balances.ts'
import type { Loop } from './loop.ts'

/** Sends waiting orders to providers. The rows of the orders are the queue, so placing an order adds no job. */
export const sendOrdersLoop: Loop = {
  name: 'send-orders',
  pause: 500,
  run: async (db, unfinished) => {
    const sends = await sendOrders(db, { delay: env().SEND_DELAY_SECONDS })
    for (const send of sends) {
      unfinished.add(send)
      send.finally(() => unfinished.delete(send))
    }
    return sends.length > 0
  },
}

/** Asks providers for the progress of the orders sent to them, and applies it to the orders. */
export const pollOrdersLoop: Loop = {
  name: 'poll-orders',
  pause: 1_000,
  run: async (db) => (await pollOrders(db)) > 0,
}

/**
 * Marks attempts to send an order as UNKNOWN if the worker was killed during them, and asks providers for the balance
 * that the shop has with them.
 */
export const watchProvidersLoop: Loop = {
  name: 'watch-providers',
  pause: 15_000,
  run: async (db) => (await giveUpAttempts(db)) + (await pollBalances(db)) > 0,
}
