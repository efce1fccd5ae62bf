import { largerOf, type Points, smallerOf, wholePoints } from '#lib/money/points.ts'
import { withTenPercent } from '#lib/money/share.ts'
import { chargeStatus, type FeeType, feeType } from './labels.ts'

/** Decisions 4: what ENABLE_PAYMENT_TYPE offers. */
export type PaymentType = 'ALL' | 'CASH_AND_FEE' | 'FEE' | 'CASH' | 'NO_FEE'
/** Decisions 4: what ENABLE_PAYMENT_FEE makes 10 % dearer. */
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

/** What is to be transferred for `point`: 10 % more for the kinds that pay the fee (spec 9, decisions 4). */
export const payAmountOf = (point: Points, kind: FeeType, fee: PaymentFee): Points =>
  dearer[fee].includes(kind) ? withTenPercent(point) : point

/** Spec 4: a pending charge is cancelled after 3 hours, in milliseconds. */
export const CHARGE_LIFE = 3 * 60 * 60 * 1_000

/** Decisions 3. */
export const MOST_PENDING = 10

/** Charges a member may make an hour, and depositor names new to him that he may use a day; RATE_LIMIT_FACTOR multiplies both. */
export const MOST_PER_HOUR = 10
export const MOST_NEW_NAMES = 3

/** Names without a deposit in three days from which on staff take a look, likewise. */
export const SUSPICIOUS_NAMES = 6

/** Names are compared NFC, without spaces and brackets, in half width (decisions 4). */
export const normalName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s()[\]{}<>（）［］｛｝〈〉《》「」『』【】]/g, '')
    .toLowerCase()
    .normalize('NFC')

/** A number as it is stored: without dashes and spaces. */
export const plainNumber = (text: string): string => text.replace(/[\s-]/g, '')

const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const

/** Ten digits of which the last is the right check digit (decisions 4). */
export function isBusinessNumber(text: string): boolean {
  const digits = plainNumber(text)
  if (!/^\d{10}$/.test(digits)) return false
  const at = (index: number) => Number(digits[index])
  const sum = weights.reduce((total, weight, index) => total + at(index) * weight, Math.floor((at(8) * 5) / 10))
  return (10 - (sum % 10)) % 10 === at(9)
}

/** Decisions 3: staff approve what is pending, and what only ran out of time. */
export const canApprove = ({ status, outcome }: { status: number; outcome: string | null }): boolean =>
  status === chargeStatus.PENDING || (status === chargeStatus.FAIL && outcome === 'EXPIRED')

/** Only what is pending can be rejected. */
export const canReject = ({ status }: { status: number }): boolean => status === chargeStatus.PENDING

/** Only what was accepted is taken back, once. */
export const canReverse = ({ status, reversedAt }: { status: number; reversedAt: string | null }): boolean =>
  status === chargeStatus.SUCCESS && reversedAt === null

/** The amount that '73100', '73,100' or '73,100원' asks for; null for what is no amount. */
export function searchedAmount(text: string): Points | null {
  const digits = /^[\d,]{1,12}원?$/.test(text) ? text.replace(/\D/g, '') : ''
  return digits === '' ? null : wholePoints(BigInt(digits))
}

/** Spec 9: a charge is paid back within 72 hours only. */
export const REFUND_HOURS = 72

/** What the ledger knows of a member's last 72 hours. What was taken is not below nothing. */
export type RefundGround = { balance: Points; charged: Points; taken: Points; recovered: Points }

/**
 * What can be paid back, in whole won: of the charges of the last 72 hours less what was already taken back of them, as
 * much as is unused. Points recovered by the unfollow check since then stay out (spec 1); what was there before counts
 * as spent first.
 */
export function refundableOf({ balance, charged, taken, recovered }: RefundGround): Points {
  const least = smallerOf(charged - taken, balance - recovered)
  return largerOf(least - (least % wholePoints(1)), 0n)
}

/** Six to twenty digits, dashes and spaces aside. */
export const isAccountNumber = (text: string): boolean => /^\d{6,20}$/.test(plainNumber(text))

/** All but an account number's last four digits hidden. */
export const maskedAccount = (account: string): string => `****${plainNumber(account).slice(-4)}`
