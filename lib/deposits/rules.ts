import type { Funding } from '#lib/charges/labels.ts'
import { canApprove } from '#lib/charges/rules.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { predicate } from '#lib/core/predicate.ts'
import type { DepositOriginKind } from './labels.ts'

/** Holds for deposits that wait to be matched, split, merged, returned or closed as duplicates. */
export const waitingDeposit = predicate<{ status: string }>({ status: 'WAITING' })

/**
 * Holds for deposits about which nothing is decided yet: waiting ones, and imported ones that a second person still has
 * to confirm.
 */
export const unsettledDeposit = predicate<{ status: string }>({ status: ['WAITING', 'UNCONFIRMED'] })

/** Stored as the name of a deposit for which the bank reported no name. */
export const NAMELESS = '(이름 없음)'

/**
 * Normalized depositor's name of a deposit; '' for a deposit without a name, so that it fits no charge. Otherwise a
 * charge requested under the text of NAMELESS would get such deposits.
 */
export const normalDepositorName = (name: string): string => (name === NAMELESS ? '' : normalName(name))

export const isWaiting = (deposit: { status: string }): boolean => waitingDeposit.holds(deposit)

export const isSettled = (deposit: { status: string }): boolean => !unsettledDeposit.holds(deposit)

/** What the funding of a charge depends on, for one of its deposits. */
type DepositEvidence = {
  readonly source: DepositOriginKind
  /**
   * Whether a deposit of a connected service may credit without staff (`isTrustedSourceSql`); true for other sources.
   */
  readonly isTrusted: boolean
  /**
   * Id of who confirmed the import: a second person, or a lone OWNER with his password and a reason; null if nobody.
   */
  readonly confirmedBy: number | null
}

/** Funding of a charge that these deposits pay for: the deposit with the weakest evidence decides. */
export function fundingOf(deposits: readonly DepositEvidence[]): Funding {
  const isAuthenticated = ({ source, isTrusted }: DepositEvidence): boolean =>
    source === 'HOOK' || (source === 'CONNECTION' && isTrusted)
  if (deposits.every(isAuthenticated)) return 'AUTHENTICATED'
  return deposits.every((deposit) => isAuthenticated(deposit) || deposit.confirmedBy !== null)
    ? 'CONFIRMED'
    : 'UNCONFIRMED'
}

/** Maximum number of deposits in one import. */
export const MAX_DEPOSITS = 1_000

/** Sum of amounts in won; certainly exact only for whole won, which all deposits are. */
export const sumOfWon = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount * 100, 0) / 100

/**
 * True for a charge, of those offered for a deposit, that staff have already approved without one. The deposit is then
 * only assigned to it and credits nothing.
 */
export const isApprovedWithoutDeposit = (charge: Parameters<typeof canApprove>[0]): boolean => !canApprove(charge)
