import { normalName } from '#lib/core/normal-name.ts'
import { anyOf, predicate } from '#lib/core/predicate.ts'
import { largerOf, type Points, wholePoints } from '#lib/money/points.ts'
import { addTenPercent } from '#lib/money/share.ts'
import { chargeStatus, type FeeType, type Funding, feeType, refundStatus, type TransferState } from './labels.ts'

/**
 * Values of the setting ENABLE_PAYMENT_TYPE, which decides which receipt kinds the charge form offers
 * (docs/contract.md#receipt-kinds).
 */
export type PaymentType = 'ALL' | 'CASH_AND_FEE' | 'FEE' | 'CASH' | 'NO_FEE'

/**
 * Values of the setting ENABLE_PAYMENT_FEE. It decides for which receipt kinds a charge costs 10 % more
 * (docs/contract.md#receipt-kinds).
 */
export type PaymentFee = '' | 'FEE' | 'CASH' | 'ALL'

const { CASH, FEE, NONE } = feeType

const offeredByPaymentType: Record<PaymentType, readonly FeeType[]> = {
  ALL: [NONE, FEE, CASH],
  CASH_AND_FEE: [FEE, CASH],
  FEE: [FEE],
  CASH: [CASH],
  NO_FEE: [NONE],
}

/** Receipt kinds that the charge form offers; the first one is preselected. */
export const offeredFeeTypes = (type: PaymentType): readonly FeeType[] => offeredByPaymentType[type]

/** Receipt kinds for which a charge costs 10 % more, by the setting ENABLE_PAYMENT_FEE. */
const kindsWithFee: Record<PaymentFee, readonly FeeType[]> = { '': [], FEE: [FEE], CASH: [CASH], ALL: [FEE, CASH] }

/**
 * Sum that a member has to transfer for a charge of `point`: 10 % more for some receipt kinds, depending on the setting
 * (docs/contract.md#receipt-kinds).
 */
export const computePayAmount = (point: Points, kind: FeeType, fee: PaymentFee): Points =>
  kindsWithFee[fee].includes(kind) ? addTenPercent(point) : point

/** Milliseconds after which a pending charge expires: 3 hours (docs/contract.md#charges). */
export const CHARGE_LIFE_MS = 3 * 60 * 60 * 1_000

/** Maximum number of pending charges per member (docs/contract.md#charges). */
export const MAX_PENDING_CHARGES = 10

/** Maximum number of charges that a member may request per hour; multiplied by RATE_LIMIT_FACTOR. */
export const MAX_CHARGES_PER_HOUR = 10

/**
 * Maximum number of depositor names new to a member that he may use per day; multiplied by RATE_LIMIT_FACTOR. A name is
 * new to him until one of his charges under it is credited and not reversed.
 */
export const MAX_NEW_NAMES_PER_DAY = 3

/**
 * Number of depositor names new to a member, used within three days, from which a task about him is filed for staff;
 * multiplied by RATE_LIMIT_FACTOR.
 */
export const SUSPICIOUS_NEW_NAME_COUNT = 6

/** A phone or account number without dashes and spaces, as it is stored. */
export const plainNumber = (text: string): string => text.replace(/[\s-]/g, '')

/** Weights of the first nine digits in the sum from which the check digit is computed. */
const checkDigitWeights = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const

/**
 * True for a Korean business registration number: ten digits, the last of which is a valid check digit
 * (docs/contract.md#receipt-kinds).
 */
export function isBusinessNumber(text: string): boolean {
  const digits = plainNumber(text)
  if (!/^\d{10}$/.test(digits)) return false
  const digitAt = (index: number) => Number(digits[index])
  const sum = checkDigitWeights.reduce(
    (total, weight, index) => total + digitAt(index) * weight,
    Math.floor((digitAt(8) * 5) / 10),
  )
  return (10 - (sum % 10)) % 10 === digitAt(9)
}

type ChargeState = { status: number; outcome: string | null }

export const pendingCharge = predicate<{ status: number }>({ status: chargeStatus.PENDING })

/** True for charges that expired: three hours passed without a payment. */
export const expiredCharge = predicate<ChargeState>({ status: chargeStatus.FAIL, outcome: 'EXPIRED' })

/**
 * True for charges that staff may approve and that deposits may be matched with: pending and expired ones
 * (docs/contract.md#charges).
 */
export const approvableCharge = anyOf<ChargeState>(pendingCharge, expiredCharge)

/** True for credited charges that haven't been reversed. */
export const reversibleCharge = predicate<{ status: number; reversedAt: Date | string | null }>({
  status: chargeStatus.SUCCESS,
  reversedAt: null,
})

/** True for cash refund requests that staff still have to decide on. */
export const requestedCashRefund = predicate<{ status: number }>({ status: refundStatus.REQUESTED })

export const canApproveCharge = (charge: ChargeState): boolean => approvableCharge.holds(charge)

/** True for a pending charge, the only kind that staff may reject. */
export const canRejectCharge = (charge: { status: number }): boolean => pendingCharge.holds(charge)

export const canReverseCharge = (charge: { status: number; reversedAt: Date | string | null }): boolean =>
  reversibleCharge.holds(charge)

export const isCashRefundOpen = (refund: { status: number }): boolean => requestedCashRefund.holds(refund)

/** True for a paid cash refund whose money hasn't been sent yet, because a bulk-transfer file has to send it. */
export const transferDueCashRefund = predicate<{ transfer: TransferState | null }>({
  transfer: ['READY', 'IN_FILE', 'FAILED'],
})

/** True for a paid cash refund whose money a bulk-transfer file still has to send. */
export const isTransferDue = (refund: { transfer: TransferState | null }): boolean =>
  transferDueCashRefund.holds(refund)

/** Amount of money in a search text such as '73100', '73,100' or '73,100원'; null for any other text. */
export function parseSearchedAmount(text: string): Points | null {
  const digits = /^[\d,]{1,12}원?$/.test(text) ? text.replace(/\D/g, '') : ''
  return digits === '' ? null : wholePoints(BigInt(digits))
}

/** Hours after its credit during which a charge can be refunded in cash (docs/contract.md#cash-refunds). */
export const CASH_REFUND_WINDOW_HOURS = 72

/**
 * Number of days before the credit of a charge. Staff who had a hand in a refund of one of the member's orders within
 * these days, or after the credit, may not pay the charge out (docs/contract.md#second-person).
 */
export const REFUNDER_LOOKBACK_DAYS = 30

/**
 * Number of points that a cash refund may pay out: `unspent`, rounded down to whole won, because a bank can't transfer
 * less than one won; 0 if `unspent` is negative.
 */
export const toRefundablePoints = (unspent: Points): Points => largerOf(unspent - (unspent % wholePoints(1)), 0n)

/** A charge whose points a cash refund request pays back, with the fields that the rules of a pay-out need. */
export type PayOutCharge = {
  /** Evidence that the charge was paid; null is treated as UNCONFIRMED. */
  funding: Funding | null
  /**
   * Member ids of staff who
   * - helped to credit the charge: they imported, matched, split or merged its deposit, or approved it; or
   * - had a hand in a refund of one of the member's orders, after the credit or in the `REFUNDER_LOOKBACK_DAYS` before
   *   it.
   */
  creditedBy: readonly number[]
  /** Names of the depositors, as the bank reported them. If the charge has no deposit, the name on the charge. */
  depositors: readonly string[]
  /**
   * True if staff matched the charge's deposit by hand, or had a hand in a refund of an order of the member, as in
   * `creditedBy`.
   */
  byHand: boolean
}

/**
 * A cash refund request to be paid out: the holder of the bank account (`name`), and the charges whose points it pays
 * back.
 */
export type PayOut = { name: string; charges: readonly PayOutCharge[] }

/**
 * How the staff member who pays out a cash refund request (the payer) is related to the charges whose points it pays
 * back.
 */
export type PayerInvolvement = {
  /**
   * True if `creditedBy` of one of the charges contains the payer, on any of his accounts. Also true if it contains
   * only others and the payer can't be a second person, for example because he has had his role for less than 24 hours.
   */
  involved: boolean
  /** True if the payer is involved and an OWNER, and nobody else could pay the request out. */
  alone: boolean
}

/** What a pay-out demands of this payer. If all fields are false, it demands nothing. */
export type PayOutNeeds = {
  /**
   * True if somebody else has to pay the request out, because this payer is involved and not alone
   * (`PayerInvolvement`).
   */
  other: boolean
  /** True if the payer has to confirm that he has seen the deposits at the bank. */
  bankCheck: boolean
  /** True if the payer has to give a reason for the audit trail. */
  reason: boolean
  /** True if the payer has to re-authenticate, because he is involved and alone. */
  password: boolean
}

/** True if the name of the account holder differs from the name of a depositor of the charges. */
export const isHolderNotDepositor = ({ name, charges }: PayOut): boolean =>
  charges.some(({ depositors }) => depositors.some((depositor) => normalName(depositor) !== normalName(name)))

/**
 * Returns what a pay-out demands of this payer. Staff who are involved in one of the request's charges
 * (`PayerInvolvement`) can't pay out the request, except an OWNER when nobody else could. The payer must check the
 * deposits at the bank if only one person vouches for a charge, or if `byHand` is true for one: even a deposit that the
 * bank's signed call reported may be a stranger's. `relaxed` is true in the demo, where no second person is needed.
 */
export function determinePayOutNeeds(payOut: PayOut, payer: PayerInvolvement, relaxed: boolean): PayOutNeeds {
  const differs = isHolderNotDepositor(payOut)
  if (relaxed) return { other: false, bankCheck: false, reason: differs, password: false }
  const alone = payer.involved && payer.alone
  const bankCheck = payOut.charges.some(
    ({ funding, byHand }) => byHand || funding === null || funding === 'UNCONFIRMED',
  )
  return { other: payer.involved && !alone, bankCheck, reason: differs || alone, password: alone }
}

/** True for six to twenty digits, ignoring dashes and spaces. */
export const isAccountNumber = (text: string): boolean => /^\d{6,20}$/.test(plainNumber(text))

/** Account number masked except for its last four digits. */
export const maskAccountNumber = (account: string): string => `****${plainNumber(account).slice(-4)}`
