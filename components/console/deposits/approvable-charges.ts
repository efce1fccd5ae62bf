import { chargeStatus } from '#lib/charges/labels.ts'
import { canApproveCharge } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { callApi } from '../../chrome/call-api.ts'
import { hrefOf } from '../../ui/href.ts'

export interface ChargeRows {
  readonly rows: readonly AdminChargeRow[]
}

/**
 * Path of the call that searches the charges of one status. Charges that can still be approved are either pending, or
 * ended because they expired, and each of these statuses is searched by itself: a search over all statuses could return
 * only credited charges if the member charges often or the amount is a common one.
 */
const pathOfSearch = (q: string | number, status: number): string =>
  hrefOf('/api/admin/charges', { status, size: 200, q })

/** Path of the call that searches pending charges. */
export const pathOfPendingCharges = (q: string | number): string => pathOfSearch(q, chargeStatus.PENDING)
/** Path of the call that searches charges that ended without a credit. */
export const pathOfEndedCharges = (q: string | number): string => pathOfSearch(q, chargeStatus.FAIL)

/** The charges found by this search that can still be approved. */
export async function findApprovableCharges(q: string): Promise<readonly AdminChargeRow[]> {
  const paths = [pathOfPendingCharges(q), pathOfEndedCharges(q)]
  const answers = await Promise.all(paths.map((path) => callApi<ChargeRows>('GET', path)))
  return answers.flatMap((answer) => (answer.ok ? answer.body.rows.filter(canApproveCharge) : []))
}
