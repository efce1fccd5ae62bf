import type { Db } from '#lib/core/db.ts'
import { paymentsUnderWay } from './errors.ts'

const underWaySql = `
  SELECT FROM card_payments WHERE state IN ('READY', 'ISSUED') AND expires_at > now()
  UNION ALL SELECT FROM card_cancellations WHERE state = 'SENDING' LIMIT 1`

/**
 * Refuses to disconnect PortOne while a member may still pay, or a cancellation has no outcome: nobody would ask
 * PortOne any more, so that a payment would never be credited, and points taken for a cancellation would be lost. Call
 * it with the connection's row locked.
 * @throws CONFLICT
 */
export async function refuseWhilePaymentsUnderWay(tx: Db): Promise<void> {
  if ((await tx.rows(underWaySql)).length > 0) throw paymentsUnderWay()
}
