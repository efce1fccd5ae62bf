import { db } from '#lib/core/db.ts'
import { feeType } from '../labels.ts'
import { type ChargeRequest, requestCharge } from '../request-charge.ts'

type Wanted = { memberId: number; point?: number; name?: string; key?: string }

const bank = {
  name: '국민은행',
  displayText: '아래 계좌로 입금해 주세요.',
  accountNumber: '123-456-789',
  bankingCode: '004',
}

/** What a member asks for when nothing special matters: 10,000 P without a receipt. */
export function chargeRequest({ memberId, point = 10_000, name = '홍길동' }: Wanted): ChargeRequest {
  return {
    memberId,
    input: { name, point, feeType: feeType.NONE, feeValue: {} },
    idempotency: null,
    paymentType: 'ALL',
    paymentFee: '',
    bank,
  }
}

/** A pending charge. Answers its id. */
export async function makeCharge(wanted: Wanted): Promise<number> {
  const { id } = await requestCharge(db(), chargeRequest(wanted))
  return id
}

/** Makes a pending charge's three hours be over. */
export const letExpire = (chargeId: number) =>
  db().rows("UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = $1", [chargeId])
