import type { Caller } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { approveCharge } from '../approve-charge.ts'
import { requestRefund } from '../request-refund.ts'
import type { RefundInput } from '../schema.ts'
import { type PayOutRequest, payOutRefund, rejectRefund } from '../settle-refund.ts'
import { makeCharge } from './charges.ts'

/** Input of a refund request with default values; everything refundable if `point` is null. */
export const refundRequest = (point: number | null = null): RefundInput => ({
  point,
  email: 'back@example.com',
  name: '홍길동',
  bank: '국민은행',
  account: '12345678901234',
})

/** Creates a credited charge of this member. Returns its id. */
export async function makeCredit(memberId: number, point = 10_000): Promise<number> {
  const chargeId = await makeCharge({ memberId, point })
  await approveCharge(db(), { chargeId, actor: 'staff:1', outcome: 'APPROVED' })
  return chargeId
}

/** Creates a member with a charge that was just credited. Returns the member's id. */
export async function makeCharged(point = 10_000): Promise<number> {
  const { id } = await makeMember()
  await makeCredit(id, point)
  return id
}

/** Creates a cash refund request for all of a charge that was just credited. Returns the request's id. */
export async function makeRefund(memberId: number): Promise<number> {
  await makeCredit(memberId)
  return requestRefund(db(), { memberId, input: refundRequest() })
}

/** A staff member as the caller of a use case. */
export async function staffCaller(role: 'MANAGER' | 'OWNER' = 'MANAGER'): Promise<Caller> {
  const { id, loginId } = await makeMember({ role })
  return { memberId: id, loginId, role, via: 'session', sessionId: null }
}

let payer: Promise<Caller> | undefined

/** Pays out a refund request as a staff member who had no part in its charges and has checked the bank. */
export async function payRefund(refundId: number, more: Partial<PayOutRequest> = {}) {
  payer ??= staffCaller()
  const request = { refundId, caller: await payer, address: '', bankChecked: true, reason: '', ...more }
  return db().transaction((tx) => payOutRefund(tx, request))
}

export async function refuseRefund(refundId: number, reason = '이름이 달라요') {
  payer ??= staffCaller()
  const request = { refundId, caller: await payer, address: '', reason }
  return db().transaction((tx) => rejectRefund(tx, request))
}
