import { worker } from '#lib/audit/actor.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { feeType } from '#lib/charges/labels.ts'
import { requestCharge } from '#lib/charges/request-charge.ts'
import type { ChargeInput } from '#lib/charges/schema.ts'
import { chargeRequest } from '#lib/charges/testing/charges.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'

const invoiceFields = {
  company: '주식회사 가나다',
  businessNumber: '1234567891',
  leader: '홍길동',
  phone: '02-123-4567',
  jobType: '서비스업',
  jobType2: '광고대행',
  address: '서울 강남구',
  email: 'tax@example.com',
}

const feeValues = { [feeType.CASH]: { phone: '01012345678' }, [feeType.FEE]: invoiceFields, [feeType.NONE]: {} }

/** Creates a pending charge with this kind of receipt. Returns the charge's id. */
export async function makeChargeWithReceipt(kind: keyof typeof feeValues, point = 10_000): Promise<number> {
  const { id: memberId } = await makeMember()
  const request = chargeRequest({ memberId, point })
  const input = { name: '홍길동', point, feeType: kind, feeValue: feeValues[kind] } as ChargeInput
  return (await requestCharge(db(), { ...request, paymentFee: 'FEE', input })).id
}

/** Creates a receipt that staff still have to issue. Returns the receipt's id. */
export async function makeReceipt(kind: 0 | 1 = feeType.CASH): Promise<number> {
  const chargeId = await makeChargeWithReceipt(kind)
  await approveCharge(db(), worker, { chargeId, outcome: 'APPROVED' })
  return (await oneRow<{ id: number }>(db(), 'SELECT id FROM receipts WHERE charge_id = $1', [chargeId])).id
}
