import type { Funding } from '#lib/charges/labels.ts'
import { canApproveCharge } from '#lib/charges/rules.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { predicate } from '#lib/core/predicate.ts'
import type { DepositOriginKind } from './labels.ts'

/** True for deposits that wait to be matched, split, merged, returned or closed as duplicates. */
export const waitingDeposit = predicate<{ status: string }>({ status: 'WAITING' })

/** True for deposits that aren't settled: waiting ones, and imported ones that a second person still has to confirm. */
export const unsettledDeposit = predicate<{ status: string }>({ status: ['WAITING', 'UNCONFIRMED'] })

/** Stored as the name of a deposit for which the bank reported no name. */
export const NO_DEPOSITOR_NAME = '(이름 없음)'

/**
 * Normalized depositor's name of a deposit; '' for a deposit without a name. Such a deposit must fit no charge, not
 * even one that a member requests under the text of NO_DEPOSITOR_NAME.
 */
export const normalDepositorName = (name: string): string => (name === NO_DEPOSITOR_NAME ? '' : normalName(name))

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
