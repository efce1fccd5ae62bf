import { normalName } from '#lib/core/normal-name.ts'
import { anyOf, predicate } from '#lib/core/predicate.ts'
import { largerOf, type Points, wholePoints } from '#lib/money/points.ts'
import { withTenPercent } from '#lib/money/share.ts'
import { chargeStatus, type FeeType, type Funding, feeType, refundStatus, type TransferState } from './labels.ts'

/**
 * Values of the setting ENABLE_PAYMENT_TYPE: which receipt kinds the charge form offers
 * (docs/contract.md#receipt-kinds).
 */
export type PaymentType = 'ALL' | 'CASH_AND_FEE' | 'FEE' | 'CASH' | 'NO_FEE'

/**
 * Values of the setting ENABLE_PAYMENT_FEE: for which receipt kinds a charge costs 10 % more
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
export const payAmountOf = (point: Points, kind: FeeType, fee: PaymentFee): Points =>
  kindsWithFee[fee].includes(kind) ? withTenPercent(point) : point

/** Milliseconds after which a pending charge expires: 3 hours (docs/contract.md#charges). */
export const CHARGE_LIFE_MS = 3 * 60 * 60 * 1_000

/** Maximum number of pending charges per member (docs/contract.md#charges). */
export const MAX_PENDING_CHARGES = 10

/** Maximum number of charges that a member may request per hour; multiplied by RATE_LIMIT_FACTOR. */
export const MAX_CHARGES_PER_HOUR = 10

/**
 * Maximum number of depositor names new to a member that he may use per day; multiplied by RATE_LIMIT_FACTOR. A name is
 * new to him until a charge of his under it is credited and not reversed.
 */
export const MAX_NEW_NAMES_PER_DAY = 3

/**
 * A task for staff is filed about a member who has used this many depositor names that are new to him within three
 * days; multiplied by RATE_LIMIT_FACTOR.
 */
export const SUSPICIOUS_NEW_NAMES = 6

/** A phone or account number without dashes and spaces, as it is stored. */
export const plainNumber = (text: string): string => text.replace(/[\s-]/g, '')

/** Weights of the first nine digits in the sum from which the check digit is computed. */
const checkDigitWeights = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const

/**
 * True for a Korean business registration number: ten digits, of which the last is a valid check digit
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

/** Holds for charges that ended unpaid after three hours. */
export const expiredCharge = predicate<ChargeState>({ status: chargeStatus.FAIL, outcome: 'EXPIRED' })

/**
 * Holds for charges that staff may approve and deposits be matched with: pending and expired ones
 * (docs/contract.md#charges).
 */
export const approvableCharge = anyOf<ChargeState>(pendingCharge, expiredCharge)

/** Holds for accepted charges that haven't been reversed. */
export const reversibleCharge = predicate<{ status: number; reversedAt: Date | string | null }>({
  status: chargeStatus.SUCCESS,
  reversedAt: null,
})

/** Holds for refund requests that wait for a decision of staff. */
export const requestedRefund = predicate<{ status: number }>({ status: refundStatus.REQUESTED })

export const canApprove = (charge: ChargeState): boolean => approvableCharge.holds(charge)

/** True for a pending charge, the only kind that staff may reject. */
export const canReject = (charge: { status: number }): boolean => pendingCharge.holds(charge)

export const canReverse = (charge: { status: number; reversedAt: Date | string | null }): boolean =>
  reversibleCharge.holds(charge)

export const isRefundOpen = (refund: { status: number }): boolean => requestedRefund.holds(refund)

/** True for a paid refund whose money hasn't reached the member yet, because it goes out with a bulk-transfer file. */
export const isTransferDue = ({ transfer }: { transfer: TransferState | null }): boolean =>
  transfer !== null && transfer !== 'SENT'

/** Sum of money in a search text such as '73100', '73,100' or '73,100원'; null if the text is anything else. */
export function searchedAmount(text: string): Points | null {
  const digits = /^[\d,]{1,12}원?$/.test(text) ? text.replace(/\D/g, '') : ''
  return digits === '' ? null : wholePoints(BigInt(digits))
}

/** Hours after its credit during which a charge can be refunded in cash (docs/contract.md#cash-refunds). */
export const CASH_REFUND_WINDOW_HOURS = 72

/**
 * Staff who had a hand in a refund of the member's orders may not pay out a charge that was credited before the refund,
 * or up to this many days after it (docs/contract.md#second-person).
 */
export const REFUNDER_LOOKBACK_DAYS = 30

/**
 * How many of `unspent` points a cash refund may pay out: they are rounded down to whole won, the smallest unit of a
 * bank transfer. Never negative.
 */
export const refundableOf = (unspent: Points): Points => largerOf(unspent - (unspent % wholePoints(1)), 0n)

/** A charge that covers a refund request, with the fields that the rules of a pay-out need. */
export type PayOutCharge = {
  /** Evidence that the charge was paid; null counts as UNCONFIRMED. */
  funding: Funding | null
  /**
   * Member ids of staff who had the charge credited (imported, matched, split or merged its deposit, or approved it),
   * or who had a hand in a refund of an order of the member since, or shortly before (`REFUNDER_LOOKBACK_DAYS`).
   */
  creditedBy: readonly number[]
  /** Names of the depositors reported by the bank; the name on the charge if there are none. */
  depositors: readonly string[]
  /**
   * True if staff matched the deposit that pays for the charge by hand, or had a hand in a refund of an order of the
   * member since, or shortly before.
   */
  byHand: boolean
}

/** A refund request to be paid out: the holder of the bank account (`name`), and the charges that cover it. */
export type PayOut = { name: string; charges: readonly PayOutCharge[] }

/** How the staff member who pays out a refund request (the payer) is related to the charges that cover it. */
export type Payer = {
  /**
   * The payer, or another account of his, is among the staff in `creditedBy` of one of the charges; or somebody is, and
   * the payer can't be a second person for another reason, such as a role that is less than 24 hours old.
   */
  involved: boolean
  /** The payer is involved and an OWNER, and nobody else could pay the request out. */
  alone: boolean
}

/** What a pay-out demands of this payer; nothing if all are false. */
export type PayOutNeeds = {
  /** Somebody else has to pay the request out: this payer is involved and not alone (`Payer`). */
  other: boolean
  /** The payer has to confirm that he has seen the deposits at the bank. */
  bankCheck: boolean
  /** The payer has to give a reason, for the audit trail. */
  reason: boolean
  /** The payer has to re-authenticate: he is involved, and alone. */
  password: boolean
}

/** True if the holder of the bank account to refund to has another name than a depositor of the charges. */
export const nameDiffers = ({ name, charges }: PayOut): boolean =>
  charges.some(({ depositors }) => depositors.some((depositor) => normalName(depositor) !== normalName(name)))

/**
 * What a pay-out demands of this payer. Staff who are involved in a covering charge (`Payer`) can't pay out the
 * request, except an OWNER when nobody else could. If only one person confirmed a charge, or staff chose its deposit by
 * hand or had a hand in a refund (`byHand`), the payer has to check the deposits at the bank: even a deposit that the
 * bank's signed call reported may be a stranger's. `relaxed` is true in the demo, which needs no second person.
 */
export function payOutNeeds(payOut: PayOut, payer: Payer, relaxed: boolean): PayOutNeeds {
  const differs = nameDiffers(payOut)
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
export const maskedAccount = (account: string): string => `****${plainNumber(account).slice(-4)}`
