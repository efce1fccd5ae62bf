import type { StaffActor } from '#lib/audit/actor.ts'
import { worker } from '#lib/audit/actor.ts'
import { staffOf } from '#lib/audit/testing/actors.ts'
import { db } from '#lib/core/db.ts'
import { singleton } from '#lib/core/singleton.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { approveCharge } from '../approve-charge.ts'
import { rejectCashRefund } from '../reject-cash-refund.ts'
import { requestCashRefund } from '../request-cash-refund.ts'
import type { CashRefundInput } from '../schema.ts'
import { type PayOutRequest, payOutCashRefund } from '../settle-refund.ts'
import { makeCharge } from './charges.ts'

/** Input of a cash refund request with default values. A null `point` requests all refundable points. */
export const makeCashRefundInput = (point: number | null = null): CashRefundInput => ({
  point,
  email: 'back@example.com',
  name: '홍길동',
  bank: '국민은행',
  account: '12345678901234',
})

/** Creates a credited charge of this member. Returns its id. */
export async function makeCreditedCharge(memberId: number, point = 10_000): Promise<number> {
  const chargeId = await makeCharge({ memberId, point })
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  return chargeId
}

/** Creates a member with a charge that was just credited. Returns the member's id. */
export async function makeMemberWithCredit(point = 10_000): Promise<number> {
  const { id } = await makeMember()
  await makeCreditedCharge(id, point)
  return id
}

/** Creates a cash refund request for all points of a new, just credited charge. Returns the request's id. */
export async function makeCashRefundRequest(memberId: number): Promise<number> {
  await makeCreditedCharge(memberId)
  return requestCashRefund(db(), { memberId, input: makeCashRefundInput() })
}

/** A staff member who isn't involved in any charge. Returns the same one each time. */
const anyPayer = (): Promise<StaffActor> =>
  singleton('test-payer', async () => staffOf(await makeMember({ role: 'MANAGER' })))

/** Pays out a cash refund request as a staff member who isn't involved in its charges and has checked the bank. */
export async function payOutCashRefundByStaff(
  refundId: number,
  more: Partial<PayOutRequest> & { actor?: StaffActor } = {},
) {
  const { actor = await anyPayer(), ...request } = more
  return db().transaction((tx) => payOutCashRefund(tx, actor, { refundId, bankChecked: true, reason: '', ...request }))
}

/** Rejects a cash refund request as any staff member. */
export async function rejectCashRefundByStaff(refundId: number, reason = '이름이 달라요') {
  return rejectCashRefund(db(), await anyPayer(), { refundId, reason })
}
