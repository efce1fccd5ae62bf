import { askIfNeeded, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import type { ApprovalHandler, Confirmation } from '#lib/approvals/decide-approval.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { chargeSettled, unknownCharge } from '#lib/charges/errors.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { Points } from '#lib/money/points.ts'
import { depositDisputed, depositSettled, otherAmount, unknownDeposit } from './errors.ts'
import { refuseOwnCharges } from './own-import.ts'
import { isSuspected, payable } from './queries/matching-rule.ts'
import { isWaiting } from './rules.ts'
import { joinToCredited, matchByStaff, mergeDeposits, recordSettled, splitDeposit } from './settle-deposit.ts'

/**
 * Kinds of manual match:
 * - MATCH: one deposit to one charge.
 * - JOIN: one deposit to one charge that was already credited.
 * - SPLIT: one deposit to several charges.
 * - MERGE: several deposits to one charge.
 */
export type Match = {
  way: 'MATCH' | 'JOIN' | 'SPLIT' | 'MERGE'
  depositIds: readonly number[]
  chargeIds: readonly number[]
}

const statuses = { MATCH: 'MATCHED', JOIN: 'MATCHED', SPLIT: 'SPLIT', MERGE: 'MERGED' } as const

export type Matched = {
  status: 'MATCHED' | 'SPLIT' | 'MERGED' | 'WAITING'
  chargeIds: number[]
  approval?: RequestedApproval
}

const first = ([id = 0]: readonly number[]): number => id

type ConfirmedMatch = Match & { confirmation?: Confirmation }

async function run(tx: Db, actor: StaffActor, match: ConfirmedMatch): Promise<readonly number[]> {
  const { way, depositIds, chargeIds, confirmation } = match
  const [depositId, chargeId] = [first(depositIds), first(chargeIds)]
  if (way === 'MERGE') return mergeDeposits(tx, actor, { chargeId, depositIds, confirmation })
  if (way === 'SPLIT') await splitDeposit(tx, actor, { chargeIds, depositId, confirmation })
  else await (way === 'JOIN' ? joinToCredited : matchByStaff)(tx, actor, { chargeId, depositId, confirmation })
  return depositIds
}

/** Matches the deposits and writes an audit row for each. */
async function settleAll(tx: Db, actor: StaffActor, match: ConfirmedMatch): Promise<void> {
  const { way, chargeIds, confirmation } = match
  for (const depositId of await run(tx, actor, match))
    await recordSettled(tx, actor, {
      depositId,
      status: statuses[way],
      chargeIds,
      ...(confirmation && { confirmation }),
    })
}

type LockedCharge = { memberId: number; normalName: string; payAmount: Points; payable: boolean }

type HeldDeposit = {
  normalName: string
  amount: Points
  status: string
  importedBy: number | null
  disputed: boolean
  suspected: boolean
}

type HeldMatch = { charges: LockedCharge[]; deposits: HeldDeposit[] }

const sum = (amounts: readonly Points[]): Points => amounts.reduce((all, amount) => all + amount, 0n)

/**
 * Locks the deposits before the charges, like all code that settles deposits, and checks that the match is possible.
 * @throws NOT_FOUND; CONFLICT
 */
async function lockAll(tx: Db, { way, depositIds, chargeIds }: Match): Promise<HeldMatch> {
  const deposits = await tx.rows<HeldDeposit>(
    `SELECT d.normal_name, d.amount, d.status, d.imported_by, d.disputed_at IS NOT NULL AS disputed,
       ${isSuspected} AS suspected
     FROM deposits d WHERE d.id = ANY ($1::int[]) ORDER BY d.id FOR UPDATE OF d`,
    [depositIds],
  )
  if (deposits.length < new Set(depositIds).size) throw unknownDeposit()
  if (!deposits.every(isWaiting)) throw depositSettled()
  if (deposits.some(({ disputed }) => disputed)) throw depositDisputed()
  const charges = await tx.rows<LockedCharge>(
    `SELECT member_id, normal_name, pay_amount, ${payable} AS payable FROM charges c WHERE id = ANY ($1::int[]) ORDER BY id`,
    [chargeIds],
  )
  if (charges.length < new Set(chargeIds).size) throw unknownCharge()
  const asked = sum(charges.map(({ payAmount }) => payAmount))
  if (asked !== sum(deposits.map(({ amount }) => amount))) throw otherAmount()
  if (way !== 'JOIN' && !charges.every((charge) => charge.payable)) throw chargeSettled()
  return { charges, deposits }
}

/**
 * No amount limits apply, because the money has arrived. Only the account, the name or a possible double report
 * requires a second person.
 */
const noLimits = { each: 0n, day: 0n }

async function askFor(tx: Db, actor: StaffActor, match: Match): Promise<RequestedApproval | null> {
  const { charges, deposits } = await lockAll(tx, match)
  const names = deposits.map(({ normalName }) => normalName)
  const suspected = !env().DEMO && deposits.some((deposit) => deposit.suspected)
  const importers = deposits.flatMap(({ importedBy }) => importedBy ?? [])
  for (const { memberId, normalName } of charges) {
    const approval = await askIfNeeded(tx, actor, {
      kind: 'DEPOSIT_MATCH',
      subjectType: 'deposit',
      subjectId: first(match.depositIds),
      memberId,
      amount: sum(charges.map(({ payAmount }) => payAmount)),
      names: [...names, normalName],
      payload: match,
      ...(suspected && { why: 'DUPLICATE', excluded: [...importers, ...charges.map((charge) => charge.memberId)] }),
      limits: noLimits,
    })
    if (approval) return approval
  }
  return null
}

/**
 * Matches deposits to charges manually: at once, or after confirmation by a second person if a charge belongs to a
 * staff member, if the depositor's name is one that the actor uses, or if a deposit may be reported twice.
 * @throws NOT_FOUND; CONFLICT a deposit or charge is settled, a deposit is disputed, a request is already waiting, or
 *   the amounts differ; OWN_ACCOUNT
 */
export async function matchDeposits(db: Database, actor: StaffActor, match: Match): Promise<Matched> {
  const status = statuses[match.way]
  const { depositIds, chargeIds } = match
  await refuseOwnCharges(db, actor, { chargeIds, depositIds, action: `deposit.${status.toLowerCase()}` })
  return db.transaction(async (tx) => {
    const approval = await askFor(tx, actor, match)
    if (approval) return { status: 'WAITING', chargeIds: [], approval }
    await settleAll(tx, actor, match)
    return { status, chargeIds: [...chargeIds] }
  })
}

/** Handler of a manual match that waited for a second person. */
export const matchDepositHandler: ApprovalHandler = {
  lock: (tx, { payload }) =>
    tx.rows('SELECT FROM deposits WHERE id = ANY ($1::int[]) ORDER BY id FOR UPDATE', [payload.depositIds]),
  run: (tx, { approval: { payload }, asker, ...confirmation }) =>
    settleAll(tx, asker, { ...(payload as unknown as Match), confirmation }),
}
