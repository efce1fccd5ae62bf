import type { Funding } from '#lib/charges/labels.ts'
import { canApproveCharge } from '#lib/charges/rules.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { predicate } from '#lib/core/predicate.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import type { DepositOriginKind, DepositPrecision } from './labels.ts'

/** True for deposits that wait to be matched, split, merged, returned or closed as duplicates. */
export const waitingDeposit = predicate<{ status: string }>({ status: 'WAITING' })

/** True for deposits that aren't settled: waiting ones, and imported ones that a second person still has to confirm. */
export const unsettledDeposit = predicate<{ status: string }>({ status: ['WAITING', 'UNCONFIRMED'] })

/** Stored as the name of a deposit for which the bank reported no name. */
export const NO_DEPOSITOR_NAME = '(이름 없음)'

/** Texts that banks write in place of a name: kinds of transfer, which many payers have in common. */
const transferKinds = new Set(
  [
    '이체 송금 입금 대체 현금 당행 타행 타행이체 타행송금 타행입금 당행이체 당행송금 즉시이체 자동이체 계좌이체 계좌간이체',
    '전자금융 인터넷 인터넷뱅킹 인터넷이체 모바일 모바일뱅킹 모바일이체 스마트 스마트뱅킹 스마트폰 폰뱅킹 텔레뱅킹 펌뱅킹 펌이체',
    '오픈뱅킹 오픈이체 금융결제원 타행환 타행건별 대량이체 급여 이자 atm cd fb fb이체 bz뱅크 cc',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Normalized depositor's name of a deposit; '' for a deposit without a name, or with only a kind of transfer in place of
 * it. Such a deposit fits no charge: otherwise a member could request a charge under the text that is stored as its
 * name, and get other people's money.
 */
export function normalDepositorName(name: string): string {
  const normalized = normalName(name)
  return name === NO_DEPOSITOR_NAME || transferKinds.has(normalized) ? '' : normalized
}

export const isDepositWaiting = (deposit: { status: string }): boolean => waitingDeposit.holds(deposit)

export const isDepositSettled = (deposit: { status: string }): boolean => !unsettledDeposit.holds(deposit)

/** How well a deposit is proved. The funding of its charge depends on this. */
type DepositEvidence = {
  readonly source: DepositOriginKind
  /** Whether a deposit of a deposit source may credit without staff (`isTrustedSourceSql`); true for other sources. */
  readonly isTrusted: boolean
  /**
   * Id of the staff member who confirmed the import: a second person, or a lone OWNER with his password and a reason.
   * Null if nobody has.
   */
  readonly confirmedBy: number | null
}

/** Funding of a charge that these deposits pay for: how well its payment is proved. The weakest deposit decides. */
export function fundingOf(deposits: readonly DepositEvidence[]): Funding {
  const isAuthenticated = ({ source, isTrusted }: DepositEvidence): boolean =>
    source === 'HOOK' || (source === 'CONNECTION' && isTrusted)
  if (deposits.every(isAuthenticated)) return 'AUTHENTICATED'
  return deposits.every((deposit) => isAuthenticated(deposit) || deposit.confirmedBy !== null)
    ? 'CONFIRMED'
    : 'UNCONFIRMED'
}

/** Maximum number of deposits in one import. */
export const MAX_IMPORTED_DEPOSITS = 1_000

/** Sum of amounts in won. Exact for whole won, and all deposits are whole won. */
export const sumOfWon = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount * 100, 0) / 100

/**
 * True for a charge offered for a deposit if staff have already approved the charge without a deposit. The deposit is
 * then only assigned to the charge and credits nothing.
 */
export const isApprovedWithoutDeposit = (charge: Parameters<typeof canApproveCharge>[0]): boolean =>
  !canApproveCharge(charge)

/** How many milliseconds the bank's clock may be ahead of the shop's. */
const MAX_CLOCK_DIFFERENCE_MS = 10 * 60_000

/**
 * True if the bank can have booked a deposit with this time by `now`. A transfer that is arranged for a later day hasn't
 * arrived yet. If only the day is known, it may be today.
 */
export const isBooked = ({ at, precision }: { at: string; precision: DepositPrecision }, now: Date): boolean =>
  precision === 'DAY'
    ? Date.parse(at) < Date.parse(`${seoulDay(now, 1)}T00:00+09:00`)
    : Date.parse(at) <= now.getTime() + MAX_CLOCK_DIFFERENCE_MS
