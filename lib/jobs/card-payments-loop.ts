import { checkPayments } from '#lib/card-payments/check-payments.ts'
import type { Loop } from './loop.ts'

/** Asks PortOne about payments by card and virtual account, and requests the cancellations that staff asked for. */
export const askPaymentsLoop: Loop = {
  name: 'ask-payments',
  pause: 1_000,
  run: async (db) => (await checkPayments(db)) > 0,
}
