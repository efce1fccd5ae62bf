import { chargeStatus } from '#lib/charges/labels.ts'
import type { AdminChargeRow, ApprovedCharge } from '#lib/charges/schema.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { callApi } from '../../chrome/call-api.ts'

/** Number of parallel calls: enough to approve one page of the list quickly, few enough not to delay other requests. */
const MAX_PARALLEL_CALLS = 4

/**
 * Result of the call that approves one charge. `outcome` is `waiting` if the approval first needs a second person.
 * `alone` is true if there is no second person, so that the staff member who asked confirms it himself later. `message`
 * is the reason if the charge was not approved.
 */
export interface ChargeApprovalResult {
  readonly charge: AdminChargeRow
  readonly outcome: 'approved' | 'waiting' | 'refused'
  readonly alone: boolean
  readonly message: string
}

async function approveCharge(charge: AdminChargeRow, isLeaving: boolean): Promise<ChargeApprovalResult> {
  const path = `/api/admin/charges/${charge.id}/approve`
  const answer = await callApi<ApprovedCharge>('POST', path, undefined, {}, isLeaving)
  if (!answer.ok) return { charge, outcome: 'refused', alone: false, message: answer.message || messages.fault }
  const { approval } = answer.body
  return approval
    ? { charge, outcome: 'waiting', alone: approval.alone, message: '확인 대기' }
    : { charge, outcome: 'approved', alone: false, message: '' }
}

/**
 * Approves charges with one call each, so that a refused call does not stop the others; a call is refused, for example,
 * if a colleague has settled the charge. `isLeaving`: the page is being closed, so all calls start at once and complete
 * without the page.
 */
export async function approveCharges(
  charges: readonly AdminChargeRow[],
  isLeaving: boolean,
  onResult: (result: ChargeApprovalResult) => void,
): Promise<readonly ChargeApprovalResult[]> {
  const queue = [...charges]
  const results: ChargeApprovalResult[] = []
  const sendQueued = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const result = await approveCharge(next, isLeaving)
      results.push(result)
      onResult(result)
    }
  }
  await Promise.all(Array.from({ length: isLeaving ? charges.length : MAX_PARALLEL_CALLS }, sendQueued))
  return results
}

/**
 * The columns of a charge's row that its approval changes, with their new values. The list shows them until it is
 * reloaded.
 */
export const chargeValuesAfterApproval = { status: chargeStatus.SUCCESS, outcome: 'APPROVED' }
