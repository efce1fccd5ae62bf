import { z } from 'zod'
import { readConnection } from '#lib/connections/read-connection.ts'
import type { RequestHead } from '#lib/core/call.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { parseJson } from '#lib/deposits/sources/call-outside-service.ts'
import { unknownDepositSource, unreadableWebhook } from '#lib/deposits/sources/errors.ts'
import { verifyPortoneWebhook } from './portone.ts'

const webhook = z.object({
  type: z.string(),
  data: z.object({ paymentId: z.string().max(64).optional(), storeId: z.string().optional() }).default({}),
})

/**
 * Makes a payment due, so that the worker asks PortOne about it at once, even if the worker had stopped asking about
 * it.
 */
export const makePaymentDue = (db: Db, paymentId: string) =>
  db.rows('UPDATE card_payments SET next_ask_at = least(next_ask_at, now()) WHERE payment_id = $1', [paymentId])

/**
 * Receives a webhook of PortOne: verifies its signature and, if it is about the shop's store, makes the payment that it
 * names due. Reads and stores nothing else, so a repeated webhook does no harm.
 * @throws NOT_FOUND the shop isn't connected; UNAUTHENTICATED; BAD_INPUT; all errors of `readConnection`
 */
export async function receivePortoneWebhook(
  db: Database,
  { header, body }: { header: RequestHead['header']; body: Buffer },
): Promise<void> {
  const connection = await readConnection(db, 'portone')
  if (!connection) throw unknownDepositSource()
  verifyPortoneWebhook(connection, { header }, body)
  const parsed = webhook.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) throw unreadableWebhook()
  const { type, data } = parsed.data
  if (!type.startsWith('Transaction.') || !data.paymentId || data.storeId !== connection.value('storeId')) return
  await makePaymentDue(db, data.paymentId)
}
