import { defaultApprovalLimits } from '#lib/approvals/testing/approvals.ts'
import { type StaffActor, worker } from '#lib/audit/actor.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { requestCashRefund } from '#lib/charges/request-cash-refund.ts'
import type { CashRefundInput } from '#lib/charges/schema.ts'
import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeCashRefundInput } from '#lib/charges/testing/refunds.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { putRefundsInFile } from '../put-refunds-in-file.ts'

let accountCount = 0

/** A bank account number that no other refund request of the tests has, with leading zeros. */
const newAccount = (): string => `00${String(1_000_000_000 + ++accountCount)}`

/**
 * Creates a member's request for a cash refund of a charge that was just credited. Returns the request's id. The charge
 * and the refund have a new name (`홍` and the account number), because a pay-out to a name that another member has used
 * would need a second person.
 */
export async function makeRefundRequest(
  more: Partial<CashRefundInput> = {},
  memberId?: number,
  point = 10_000,
): Promise<number> {
  const owner = memberId ?? (await makeMember()).id
  const account = more.account ?? newAccount()
  const name = `홍${account}`
  const chargeId = await makeCharge({ memberId: owner, point, name })
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  return requestCashRefund(db(), { memberId: owner, input: { ...makeCashRefundInput(), account, name, ...more } })
}

export const makeManagerActor = async (): Promise<StaffActor> => staffOf(await makeMember({ role: 'MANAGER' }))

/** Puts refunds into a file as `actor`, who states that he has checked the deposits at the bank. */
export const putInFile = (actor: StaffActor, refundIds: readonly number[], bank: 'KB' | 'WOORI' = 'KB') =>
  putRefundsInFile(db(), actor, { bank, refundIds, bankChecked: true, limits: defaultApprovalLimits })

/** Makes a file with one new refund. */
export async function makeTransferFile(
  more: Partial<CashRefundInput> = {},
): Promise<{ fileId: number; refundId: number }> {
  const refundId = await makeRefundRequest(more)
  const { file } = await putInFile(await makeManagerActor(), [refundId])
  if (!file) throw new Error('no file')
  return { fileId: file.id, refundId }
}

/**
 * Puts a new refund of this member into a bulk-transfer file that the bank hasn't sent yet. Returns the refund's id.
 */
export async function makeRefundInFile(memberId: number): Promise<number> {
  const refundId = await makeRefundRequest({}, memberId)
  await putInFile(await makeManagerActor(), [refundId])
  return refundId
}
