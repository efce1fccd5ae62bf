import { recordAudit } from '#lib/audit/record-audit.ts'
import { chargeSettled, unknownCharge } from '#lib/charges/errors.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { type Asked, askIfNeeded, type By } from '#lib/four-eyes/ask-approval.ts'
import type { Deed } from '#lib/four-eyes/decide-approval.ts'
import type { Points } from '#lib/money/points.ts'
import { depositSettled, otherAmount, unknownDeposit } from './errors.ts'
import { refuseOwnCharges } from './own-import.ts'
import { payable } from './queries/matching-rule.ts'
import { joinToCredited, type Matcher, matchByStaff, mergeDeposits, splitDeposit } from './settle-deposit.ts'

/** One deposit for one charge, also for one credited before (JOIN); one for several; several for one. */
export type Match = { way: 'MATCH' | 'JOIN' | 'SPLIT' | 'MERGE'; depositIds: number[]; chargeIds: number[] }

const statuses = { MATCH: 'MATCHED', JOIN: 'MATCHED', SPLIT: 'SPLIT', MERGE: 'MERGED' } as const

export type Matched = {
  status: 'MATCHED' | 'SPLIT' | 'MERGED' | 'WAITING'
  chargeIds: number[]
  approval?: Asked
}

const first = ([id = 0]: readonly number[]): number => id

async function run(tx: Db, { way, depositIds, chargeIds }: Match, matcher: Matcher): Promise<readonly number[]> {
  const [depositId, chargeId] = [first(depositIds), first(chargeIds)]
  if (way === 'MERGE') return mergeDeposits(tx, depositIds, { ...matcher, id: chargeId })
  if (way === 'SPLIT') await splitDeposit(tx, chargeIds, { ...matcher, depositId })
  else await (way === 'JOIN' ? joinToCredited : matchByStaff)(tx, chargeId, { ...matcher, depositId })
  return depositIds
}

/** Runs it, with an audit row for each deposit. */
async function settleAll(tx: Db, match: Match, matcher: Matcher, address: string): Promise<void> {
  const status = statuses[match.way]
  for (const subjectId of await run(tx, match, matcher))
    await recordAudit(tx, {
      actorId: matcher.staffId,
      action: `deposit.${status.toLowerCase()}`,
      subjectType: 'deposit',
      subjectId,
      after: { status, chargeIds: match.chargeIds, ...(matcher.confirmedBy && { confirmedBy: matcher.confirmedBy }) },
      address,
    })
}

type Held = { memberId: number; normalName: string; payAmount: Points; payable: boolean }

const sum = (amounts: readonly Points[]): Points => amounts.reduce((all, amount) => all + amount, 0n)

/**
 * Locks the deposits, as whatever settles them does first, and makes sure that the match could be made.
 * @throws NOT_FOUND; CONFLICT
 */
async function holdAll(tx: Db, { way, depositIds, chargeIds }: Match): Promise<{ charges: Held[]; names: string[] }> {
  const deposits = await tx.rows<{ normalName: string; amount: Points; status: string }>(
    'SELECT normal_name, amount, status FROM deposits WHERE id = ANY ($1::int[]) ORDER BY id FOR UPDATE',
    [depositIds],
  )
  if (deposits.length < new Set(depositIds).size) throw unknownDeposit()
  if (deposits.some(({ status }) => status !== 'WAITING')) throw depositSettled()
  const charges = await tx.rows<Held>(
    `SELECT member_id, normal_name, pay_amount, ${payable} AS payable FROM charges c WHERE id = ANY ($1::int[]) ORDER BY id`,
    [chargeIds],
  )
  if (charges.length < new Set(chargeIds).size) throw unknownCharge()
  const asked = sum(charges.map(({ payAmount }) => payAmount))
  if (asked !== sum(deposits.map(({ amount }) => amount))) throw otherAmount()
  if (way !== 'JOIN' && !charges.every((charge) => charge.payable)) throw chargeSettled()
  return { charges, names: deposits.map(({ normalName }) => normalName) }
}

/** Real money is there: only whose account it is for, and under whose name, can make a second person necessary. */
const noLimits = { each: 0n, day: 0n }

async function askFor(tx: Db, match: Match, by: Omit<By, 'limits'>): Promise<Asked | null> {
  const { charges, names } = await holdAll(tx, match)
  for (const { memberId, normalName } of charges) {
    const approval = await askIfNeeded(
      tx,
      {
        kind: 'DEPOSIT_MATCH',
        subjectType: 'deposit',
        subjectId: first(match.depositIds),
        memberId,
        amount: sum(charges.map(({ payAmount }) => payAmount)),
        names: [...names, normalName],
        payload: match,
      },
      { ...by, limits: noLimits },
    )
    if (approval) return approval
  }
  return null
}

/**
 * Matches deposits to charges by hand: at once, or, for a staff member's account or a name that the actor uses himself, once
 * a second person has confirmed it.
 * @throws NOT_FOUND; CONFLICT one is settled, waits already, or the sums differ; OWN_ACCOUNT
 */
export async function matchDeposits(db: Database, match: Match, by: Omit<By, 'limits'>): Promise<Matched> {
  const { caller, address } = by
  const status = statuses[match.way]
  const { depositIds, chargeIds } = match
  await refuseOwnCharges(db, chargeIds, depositIds, { caller, address, action: `deposit.${status.toLowerCase()}` })
  return db.transaction(async (tx) => {
    const approval = await askFor(tx, match, by)
    if (approval) return { status: 'WAITING', chargeIds: [], approval }
    await settleAll(tx, match, { staffId: caller.memberId }, address)
    return { status, chargeIds }
  })
}

/** What becomes of a match by hand that waited. */
export const matchDeed: Deed = {
  lock: (tx, { payload }) =>
    tx.rows('SELECT FROM deposits WHERE id = ANY ($1::int[]) ORDER BY id FOR UPDATE', [payload.depositIds]),
  run: (tx, { approval: { payload, askedBy }, confirmedBy, address }) =>
    settleAll(tx, payload as unknown as Match, { staffId: askedBy, confirmedBy }, address),
}
