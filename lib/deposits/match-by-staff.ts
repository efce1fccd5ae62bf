import { askApprovalIfNeeded, lockStaffDayTotal, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import type { ApprovalHandler, Confirmation } from '#lib/approvals/decide-approval.ts'
import type { ApprovalWhy } from '#lib/approvals/labels.ts'
import { type ApprovalLimits, approvalLimitsOf } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { chargeSettled, unknownCharge } from '#lib/charges/errors.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Points } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { depositAndChargeAmountsDiffer, depositDisputed, depositSettled, unknownDeposit } from './errors.ts'
import { judgeSuggestions } from './judge-suggestions.ts'
import { lockAmountsOfDeposits } from './match-deposit.ts'
import { refuseOwnCharges } from './own-import.ts'
import { mayHaveComeBackSql } from './queries/bounced-refund.ts'
import { isPayableChargeSql } from './queries/matching-rule.ts'
import { isSuspectedDuplicateSql } from './queries/suspected-duplicate.ts'
import { isDepositWaiting } from './rules.ts'
import {
  auditSettledDeposit,
  joinToCreditedCharge,
  matchByStaff,
  mergeDeposits,
  splitDeposit,
} from './settle-deposit.ts'

/**
 * A match that staff make by hand. Its `way`:
 * - MATCH: one deposit to one charge.
 * - JOIN: one deposit to one charge that staff have already approved. No points move, because the approval has
 *   credited them.
 * - SPLIT: one deposit to several charges.
 * - MERGE: several deposits to one charge.
 */
export type ManualMatch = {
  way: 'MATCH' | 'JOIN' | 'SPLIT' | 'MERGE'
  depositIds: readonly number[]
  chargeIds: readonly number[]
}

const statusByWay = { MATCH: 'MATCHED', JOIN: 'MATCHED', SPLIT: 'SPLIT', MERGE: 'MERGED' } as const

/**
 * Result of a match: the deposits' new status, and the charges that they pay for. If a second person has to confirm the
 * match first, the status is WAITING and `approval` is the request.
 */
export type MatchResult = {
  status: 'MATCHED' | 'SPLIT' | 'MERGED' | 'WAITING'
  chargeIds: number[]
  approval?: RequestedApproval
}

/** The first of these ids; 0 if there is none. */
const firstId = ([id = 0]: readonly number[]): number => id

/** A match, with the second person's confirmation if it needed one. */
type ConfirmedMatch = ManualMatch & { confirmation?: Confirmation }

async function runMatch(tx: Db, actor: StaffActor, match: ConfirmedMatch): Promise<readonly number[]> {
  const { way, depositIds, chargeIds, confirmation } = match
  const [depositId, chargeId] = [firstId(depositIds), firstId(chargeIds)]
  if (way === 'MERGE') return mergeDeposits(tx, actor, { chargeId, depositIds, confirmation })
  if (way === 'SPLIT') await splitDeposit(tx, actor, { chargeIds, depositId, confirmation })
  else await (way === 'JOIN' ? joinToCreditedCharge : matchByStaff)(tx, actor, { chargeId, depositId, confirmation })
  return depositIds
}

/** Carries out the match that staff have chosen and writes an audit row for each of its deposits. */
async function matchAndAudit(tx: Db, actor: StaffActor, match: ConfirmedMatch): Promise<void> {
  const { way, chargeIds, confirmation } = match
  // Records whether the shop's suggestion was correct. The charge of a JOIN was approved before, so it has no
  // suggestion.
  if (way !== 'JOIN') await judgeSuggestions(tx, match)
  for (const depositId of await runMatch(tx, actor, match))
    await auditSettledDeposit(tx, actor, {
      depositId,
      status: statusByWay[way],
      chargeIds,
      ...(confirmation && { confirmation }),
    })
}

/** A charge of the match (not locked yet); `isPayable` is true if it can still be approved. */
type MatchedCharge = { memberId: number; normalName: string; payAmount: Points; isPayable: boolean }

/** A locked deposit of the match. */
type LockedDeposit = {
  normalName: string
  amount: Points
  status: string
  importedBy: number | null
  /**
   * True if the deposit was imported, and the bank or a deposit source then reported other data under its external id.
   */
  isDisputed: boolean
  /** True if the deposit may report the same credit as another deposit. */
  isSuspected: boolean
  /** True if the deposit may be the money of a cash refund that has come back. */
  mayHaveComeBack: boolean
  /** True if a deposit source reported the deposit, perhaps only by a webhook, and hasn't confirmed it. */
  isUnproved: boolean
}

type LockedMatch = { charges: MatchedCharge[]; deposits: LockedDeposit[] }

const sumOfPoints = (amounts: readonly Points[]): Points => amounts.reduce((all, amount) => all + amount, 0n)

/**
 * Locks the deposits of a match and checks that the match is possible. All deposits must wait, none may be disputed,
 * and the sums must be equal. All charges must still be approvable, except that of a JOIN, which is already credited.
 * Doesn't lock the charges, because all code that settles deposits locks deposits before charges. The charges are
 * locked when they are credited.
 * @throws NOT_FOUND; CONFLICT
 */
async function lockMatch(tx: Db, { way, depositIds, chargeIds }: ManualMatch): Promise<LockedMatch> {
  const deposits = await tx.rows<LockedDeposit>(
    `SELECT d.normal_name, d.amount, d.status, d.imported_by, d.disputed_at IS NOT NULL AS is_disputed,
       ${isSuspectedDuplicateSql('d')} AS is_suspected, ${mayHaveComeBackSql('$2::int[]')} AS may_have_come_back,
       d.source = 'CONNECTION' AND NOT d.is_proved AS is_unproved
     FROM deposits d WHERE d.id = ANY ($1::int[]) ORDER BY d.id FOR UPDATE OF d`,
    [depositIds, chargeIds],
  )
  if (deposits.length < new Set(depositIds).size) throw unknownDeposit()
  if (!deposits.every(isDepositWaiting)) throw depositSettled()
  if (deposits.some(({ isDisputed }) => isDisputed)) throw depositDisputed()
  const charges = await tx.rows<MatchedCharge>(
    `SELECT member_id, normal_name, pay_amount, ${isPayableChargeSql} AS is_payable FROM charges c WHERE id = ANY ($1::int[]) ORDER BY id`,
    [chargeIds],
  )
  if (charges.length < new Set(chargeIds).size) throw unknownCharge()
  const total = sumOfPoints(charges.map(({ payAmount }) => payAmount))
  if (total !== sumOfPoints(deposits.map(({ amount }) => amount))) throw depositAndChargeAmountsDiffer()
  if (way !== 'JOIN' && !charges.every(({ isPayable }) => isPayable)) throw chargeSettled()
  return { charges, deposits }
}

/**
 * Limits for a match by hand of money that has certainly arrived: none (0 means no limit). Such a match needs a second
 * person only because of the charge's member, the depositor's name, or a deposit that may have been reported twice,
 * or be a cash refund that has come back.
 */
const noAmountLimits = { perAction: 0n, perDay: 0n }

/**
 * Limits above which a match by hand needs a second person. Normally there are none. But if the deposit source that
 * reported a deposit hasn't confirmed it, the limits of an import apply: anybody who knows the connection's keys could
 * have sent the webhook.
 */
const limitsFor = async (tx: Db, deposits: readonly LockedDeposit[]): Promise<ApprovalLimits> =>
  deposits.some(({ isUnproved }) => isUnproved) ? approvalLimitsOf(await settings(tx)) : noAmountLimits

/** Why a second person has to look at these deposits, whoever is credited; null if there is no reason. */
function whyDoubtful(deposits: readonly LockedDeposit[]): ApprovalWhy | null {
  if (env().DEMO) return null
  if (deposits.some(({ isSuspected }) => isSuspected)) return 'DUPLICATE'
  return deposits.some(({ mayHaveComeBack }) => mayHaveComeBack) ? 'BOUNCED' : null
}

async function askApprovalFor(tx: Db, actor: StaffActor, match: ManualMatch): Promise<RequestedApproval | null> {
  const { charges, deposits } = await lockMatch(tx, match)
  const names = deposits.map(({ normalName }) => normalName)
  const why = whyDoubtful(deposits)
  const importers = why ? deposits.flatMap(({ importedBy }) => importedBy ?? []) : []
  // The request names only one member. But no owner of any of these charges can be the second person.
  const excluded = [...importers, ...charges.map(({ memberId }) => memberId)]
  for (const [index, { memberId, normalName }] of charges.entries()) {
    const approval = await askApprovalIfNeeded(tx, actor, {
      kind: 'DEPOSIT_MATCH',
      subjectType: 'deposit',
      subjectId: firstId(match.depositIds),
      memberId,
      amount: sumOfPoints(charges.map(({ payAmount }) => payAmount)),
      names: [...names, normalName],
      payload: match,
      excluded,
      ...(why && { why }),
      // Only the last round checks the limits, because every round has the whole amount.
      limits: index === charges.length - 1 ? await limitsFor(tx, deposits) : noAmountLimits,
    })
    if (approval) return approval
  }
  return null
}

/**
 * Matches deposits with charges for the staff member `actor`, and credits the charges. A JOIN credits nothing, because
 * its charge is already credited. A second person has to confirm the match if
 * - a charge belongs to staff,
 * - `actor` has used the name of a deposit or charge himself,
 * - a deposit may have been reported twice, or be a cash refund that has come back, or
 * - a deposit isn't confirmed by the deposit source that reported it, and the sum exceeds a limit.
 *
 * In these cases nothing is matched yet: a request for approval is stored and returned as `approval`.
 * @throws NOT_FOUND; CONFLICT a deposit doesn't wait or is disputed, a charge is settled (for a JOIN: has a deposit, or
 * isn't one that staff approved), a request is already waiting, or the amounts differ; OWN_ACCOUNT a charge is the
 * actor's own, or that of staff who imported one of the deposits or confirmed its import
 */
export async function matchDeposits(db: Database, actor: StaffActor, match: ManualMatch): Promise<MatchResult> {
  const status = statusByWay[match.way]
  const { depositIds, chargeIds } = match
  await refuseOwnCharges(db, actor, { chargeIds, depositIds, action: `deposit.${status.toLowerCase()}` })
  return db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    await lockAmountsOfDeposits(tx, depositIds)
    const approval = await askApprovalFor(tx, actor, match)
    if (approval) return { status: 'WAITING', chargeIds: [], approval }
    await matchAndAudit(tx, actor, match)
    return { status, chargeIds: [...chargeIds] }
  })
}

const matchOf = (payload: Record<string, unknown>): ManualMatch => payload as unknown as ManualMatch

/** Handler of DEPOSIT_MATCH requests: makes the match once a second person has confirmed it. */
export const matchDepositHandler: ApprovalHandler = {
  refuseOwn: (db, actor, { payload, askedBy }) =>
    refuseOwnCharges(db, actor, { ...matchOf(payload), askedBy, action: 'approval.confirmed' }),
  async lock(tx, { payload }) {
    const { depositIds } = matchOf(payload)
    await lockAmountsOfDeposits(tx, depositIds)
    await tx.rows('SELECT FROM deposits WHERE id = ANY ($1::int[]) ORDER BY id FOR UPDATE', [depositIds])
  },
  run: (tx, { approval: { payload }, asker, ...confirmation }) =>
    matchAndAudit(tx, asker, { ...matchOf(payload), confirmation }),
}
