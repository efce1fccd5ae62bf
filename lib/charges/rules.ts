import { withoutInvisible } from '#lib/core/invisible.ts'
import { largerOf, type Points, wholePoints } from '#lib/money/points.ts'
import { withTenPercent } from '#lib/money/share.ts'
import { chargeStatus, type FeeType, type Funding, feeType } from './labels.ts'

/** What ENABLE_PAYMENT_TYPE offers (docs/contract.md#receipt-kinds). */
export type PaymentType = 'ALL' | 'CASH_AND_FEE' | 'FEE' | 'CASH' | 'NO_FEE'
/** What ENABLE_PAYMENT_FEE makes 10 % dearer (docs/contract.md#receipt-kinds). */
export type PaymentFee = '' | 'FEE' | 'CASH' | 'ALL'

const { CASH, FEE, NONE } = feeType

const offered: Record<PaymentType, readonly FeeType[]> = {
  ALL: [NONE, FEE, CASH],
  CASH_AND_FEE: [FEE, CASH],
  FEE: [FEE],
  CASH: [CASH],
  NO_FEE: [NONE],
}

/** The receipt kinds a member may choose from, the first one preset. */
export const offeredFeeTypes = (type: PaymentType): readonly FeeType[] => offered[type]

const dearer: Record<PaymentFee, readonly FeeType[]> = { '': [], FEE: [FEE], CASH: [CASH], ALL: [FEE, CASH] }

/** What is to be transferred for `point`: 10 % more for the kinds that pay the fee (docs/contract.md#receipt-kinds). */
export const payAmountOf = (point: Points, kind: FeeType, fee: PaymentFee): Points =>
  dearer[fee].includes(kind) ? withTenPercent(point) : point

/** A pending charge is cancelled after 3 hours, in milliseconds (docs/contract.md#charges). */
export const CHARGE_LIFE = 3 * 60 * 60 * 1_000

/** Pending charges that a member may have (docs/contract.md#charges). */
export const MOST_PENDING = 10

/** Charges a member may make an hour, and depositor names new to him that he may use a day; RATE_LIMIT_FACTOR multiplies both. */
export const MOST_PER_HOUR = 10
export const MOST_NEW_NAMES = 3

/** Names without a deposit within three days from which on a task is filed; RATE_LIMIT_FACTOR multiplies it too. */
export const SUSPICIOUS_NAMES = 6

/**
 * Names that look the same are the same: compared in one spelling of each character (NFKC, which makes half width of full),
 * without invisible characters, spaces and brackets.
 */
export const normalName = (name: string): string =>
  withoutInvisible(name.normalize('NFKC'))
    .replace(/[\s()[\]{}<>（）［］｛｝〈〉《》「」『』【】]/g, '')
    .toLowerCase()
    .normalize('NFKC')

/** A number as it is stored: without dashes and spaces. */
export const plainNumber = (text: string): string => text.replace(/[\s-]/g, '')

const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const

/** Ten digits of which the last is the right check digit (docs/contract.md#receipt-kinds). */
export function isBusinessNumber(text: string): boolean {
  const digits = plainNumber(text)
  if (!/^\d{10}$/.test(digits)) return false
  const at = (index: number) => Number(digits[index])
  const sum = weights.reduce((total, weight, index) => total + at(index) * weight, Math.floor((at(8) * 5) / 10))
  return (10 - (sum % 10)) % 10 === at(9)
}

/** Staff may approve a pending or expired charge (docs/contract.md#charges). */
export const canApprove = ({ status, outcome }: { status: number; outcome: string | null }): boolean =>
  status === chargeStatus.PENDING || (status === chargeStatus.FAIL && outcome === 'EXPIRED')

/** Only a pending charge can be rejected. */
export const canReject = ({ status }: { status: number }): boolean => status === chargeStatus.PENDING

/** Only an accepted charge can be reversed, once. */
export const canReverse = ({ status, reversedAt }: { status: number; reversedAt: string | null }): boolean =>
  status === chargeStatus.SUCCESS && reversedAt === null

/** The amount that '73100', '73,100' or '73,100원' asks for; null for what is no amount. */
export function searchedAmount(text: string): Points | null {
  const digits = /^[\d,]{1,12}원?$/.test(text) ? text.replace(/\D/g, '') : ''
  return digits === '' ? null : wholePoints(BigInt(digits))
}

/** A charge is paid back within 72 hours only (docs/contract.md#cash-refunds). */
export const CASH_REFUND_WINDOW_HOURS = 72

/** Rounds down to whole won, the least a bank transfers. */
export const refundableOf = (unspent: Points): Points => largerOf(unspent - (unspent % wholePoints(1)), 0n)

/** A charge covered by a refund request, as far as the pay-out rules need it. */
export type PayOutCharge = {
  funding: Funding | null
  /** The staff who imported, approved or matched what credited it, or gave points back to it. */
  creditedBy: readonly number[]
  /** Whose names the bank gave, or the member where it gave none. */
  depositors: readonly string[]
  /** Staff chose which deposit pays for it, or gave points of an order that had begun back to it. */
  byHand: boolean
}

export type PayOut = { name: string; charges: readonly PayOutCharge[] }

/** Relation of the payer to the charges of a request. */
export type Payer = {
  /** The payer, or another account of his, imported, approved or matched one of them. */
  involved: boolean
  /** The payer is an OWNER and nobody else could pay. */
  alone: boolean
}

/** Conditions that a pay-out puts on the payer. */
export type PayOutNeeds = {
  /** The payer must be somebody who took no part in these charges. */
  other: boolean
  /** The payer must confirm that he saw the deposits at the bank. */
  bankCheck: boolean
  /** A reason is required, for the audit trail. */
  reason: boolean
  /** He credited a charge himself and nobody else could pay: his password again. */
  password: boolean
}

/** True if the holder of the refund account is not the depositor. */
export const nameDiffers = ({ name, charges }: PayOut): boolean =>
  charges.some(({ depositors }) => depositors.some((depositor) => normalName(depositor) !== normalName(name)))

/**
 * Whoever imported, approved or matched a charge, or gave points back to it, doesn't pay out what rests on it, unless he is
 * the OWNER and there is nobody else. What one person alone vouched for, or chose the deposit of, is paid after a look at
 * the bank: a deposit that the bank's side signed may still be a stranger's. `relaxed` is the demo, where nobody
 * needs a second person.
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

/** Six to twenty digits, dashes and spaces aside. */
export const isAccountNumber = (text: string): boolean => /^\d{6,20}$/.test(plainNumber(text))

/** All but an account number's last four digits hidden. */
export const maskedAccount = (account: string): string => `****${plainNumber(account).slice(-4)}`
