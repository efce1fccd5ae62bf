import { askPayments } from '#lib/card-payments/ask-payments.ts'
import type { Loop } from './loop.ts'

/** Asks PortOne about payments by card and virtual account, and requests their cancellations. */
export const askPaymentsLoop: Loop = {
  name: 'ask-payments',
  pause: 1_000,
  run: async (db) => (await askPayments(db)) > 0,
}
