import { db } from '#lib/core/db.ts'
import { feeType } from '../labels.ts'
import { type ChargeRequest, requestCharge } from '../request-charge.ts'

type ChargeOptions = { memberId: number; point?: number; name?: string; key?: string }

const bank = {
  name: '국민은행',
  displayText: '아래 계좌로 입금해 주세요.',
  accountNumber: '123-456-789',
  bankingCode: '004',
}

/** A request for a charge with default values: 10,000 points without a receipt. */
export function chargeRequest({ memberId, point = 10_000, name = '홍길동' }: ChargeOptions): ChargeRequest {
  return {
    memberId,
    input: { name, point, feeType: feeType.NONE, feeValue: {} },
    idempotency: null,
    paymentType: 'ALL',
    paymentFee: '',
    bank,
  }
}

/** Creates a pending charge. Returns its id. */
export async function makeCharge(wanted: ChargeOptions): Promise<number> {
  const { id } = await requestCharge(db(), chargeRequest(wanted))
  return id
}

/** Moves the expiry of a pending charge into the past, so that the next run of the job expires it. */
export const backdateExpiry = (chargeId: number) =>
  db().rows("UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = $1", [chargeId])
