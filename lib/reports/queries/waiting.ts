import { pendingCharge, requestedCashRefund } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { waitingDeposit } from '#lib/deposits/rules.ts'
import { heldAutoOrder } from '#lib/orders/auto/rules.ts'
import { pendingOrder } from '#lib/orders/rules.ts'
import { openQuestion } from '#lib/questions/rules.ts'
import { requestedReceipt } from '#lib/receipts/rules.ts'
import { openRequest } from '#lib/requests/rules.ts'
import { openTask } from '#lib/tasks/resolution/rules.ts'

/**
 * Numbers of items that staff haven't handled yet, such as open tasks and pending orders. The console's menu shows each
 * beside the page that lists the items.
 */
export type WaitingCounts = {
  tasks: number
  charges: number
  deposits: number
  refunds: number
  receipts: number
  orders: number
  questions: number
  requests: number
}

/**
 * Reads all counts in one statement, because every page of the console needs them. Leaves out requests that a provider
 * handles.
 */
export const waitingCounts = (db: Db): Promise<WaitingCounts> =>
  oneRow(
    db,
    `SELECT (SELECT count(*)::int FROM tasks WHERE ${openTask.sql()}) AS tasks,
       (SELECT count(*)::int FROM charges WHERE ${pendingCharge.sql()}) AS charges,
       (SELECT count(*)::int FROM deposits WHERE ${waitingDeposit.sql()}) AS deposits,
       (SELECT count(*)::int FROM refund_requests WHERE ${requestedCashRefund.sql()}) AS refunds,
       (SELECT count(*)::int FROM receipts WHERE ${requestedReceipt.sql()}) AS receipts,
       (SELECT count(*)::int FROM orders WHERE ${pendingOrder.sql()}) AS orders,
       (SELECT count(*)::int FROM questions WHERE ${openQuestion.sql()}) AS questions,
       (SELECT count(*)::int FROM order_requests WHERE ${openRequest.sql()} AND provider_id IS NULL) AS requests`,
  )

/**
 * Numbers of other items that staff may have to look at. `held`: auto orders on hold. `unsent`: messages of the last 24
 * hours that failed.
 */
export const otherWaitingCounts = (db: Db): Promise<{ held: number; unsent: number }> =>
  oneRow(
    db,
    `SELECT (SELECT count(*)::int FROM auto_orders WHERE ${heldAutoOrder.sql()}) AS held,
       (SELECT count(*)::int FROM outbox_messages WHERE status = 'FAILED' AND created_at > now() - interval '1 day') AS unsent`,
  )
