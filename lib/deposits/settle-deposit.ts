import { samePerson } from '#lib/approvals/own-account.ts'
import { isAlone } from '#lib/approvals/second-persons.ts'
import { approveCharge } from '#lib/charges/approve-charge.ts'
import { unknownCharge } from '#lib/charges/errors.ts'
import type { Funding } from '#lib/charges/labels.ts'
import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import {
  depositDisputed,
  depositSettled,
  noDepositToIt,
  notDuplicate,
  otherAmount,
  reasonMissing,
  returnedByImporter,
  unknownDeposit,
} from './errors.ts'
import { dismissibleReasons, type WaitReason } from './labels.ts'
import { lockWaiting, settle, type Waiting } from './match-deposit.ts'
import { unpaidApproval, whyWaiting } from './queries/why-waiting.ts'
import { fundingOf } from './rules.ts'

/** Staff member who matches, and the second person who confirmed the match, if one was needed. */
export type Matcher = { staffId: number; confirmedBy?: number | null }

type ByStaff = Matcher & { depositId: number }

/** Funding of a manual match; a second person who confirmed the match has also confirmed the import. */
function matchedFunding(deposits: readonly Waiting[], confirmedBy: number | null): Funding {
  const funding = fundingOf(deposits)
  return funding === 'UNCONFIRMED' && confirmedBy !== null ? 'CONFIRMED' : funding
}

/** Refuses deposits that the bank contradicts, which can't pay for a charge even manually. */
function refuseDisputed(deposits: readonly Waiting[]): void {
  if (deposits.some(({ disputed }) => disputed)) throw depositDisputed()
}

function credit(tx: Db, chargeId: number, { staffId, confirmedBy = null }: Matcher, deposits: readonly Waiting[]) {
  refuseDisputed(deposits)
  return approveCharge(tx, {
    chargeId,
    actor: `staff:${staffId}`,
    outcome: 'MATCHED',
    settledBy: staffId,
    confirmedBy,
    funding: matchedFunding(deposits, confirmedBy),
  })
}

async function waitingDeposit(tx: Db, depositId: number) {
  const waiting = await lockWaiting(tx, depositId)
  if (waiting) return waiting
  const known = await tx.rows('SELECT FROM deposits WHERE id = $1', [depositId])
  throw known.length === 0 ? unknownDeposit() : depositSettled()
}

async function payAmounts(tx: Db, chargeIds: readonly number[]): Promise<bigint> {
  const rows = await tx.rows<{ payAmount: bigint }>('SELECT pay_amount FROM charges WHERE id = ANY ($1::int[])', [
    chargeIds,
  ])
  if (rows.length < chargeIds.length) throw unknownCharge()
  return rows.reduce((sum, { payAmount }) => sum + payAmount, 0n)
}

/**
 * Credits a charge with a deposit that the matching rule couldn't match: it has another name, or fits charges of
 * several members (docs/contract.md#deposit-matching).
 * @throws NOT_FOUND; CONFLICT the deposit or the charge is settled, or the amounts differ
 */
export async function matchByStaff(tx: Db, chargeId: number, { depositId, ...matcher }: ByStaff): Promise<void> {
  const waiting = await waitingDeposit(tx, depositId)
  if ((await payAmounts(tx, [chargeId])) !== waiting.amount) throw otherAmount()
  await credit(tx, chargeId, matcher, [waiting])
  await settle(tx, depositId, 'MATCHED', chargeId)
}

/**
 * Assigns a deposit to a charge that staff approved before the bank reported it; no points move.
 * @throws NOT_FOUND; CONFLICT the deposit is settled, the charge wasn't approved by staff or already has a deposit, or
 *   the amounts differ
 */
export async function joinToCredited(tx: Db, chargeId: number, { depositId, ...matcher }: ByStaff): Promise<void> {
  const { staffId, confirmedBy = null } = matcher
  const waiting = await waitingDeposit(tx, depositId)
  if ((await payAmounts(tx, [chargeId])) !== waiting.amount) throw otherAmount()
  refuseDisputed([waiting])
  // If two deposits are joined to one charge concurrently, the second waits here and then finds the first.
  await tx.rows('SELECT FROM charges WHERE id = $1 FOR UPDATE', [chargeId])
  if ((await tx.rows(`SELECT FROM charges c WHERE c.id = $1 AND ${unpaidApproval}`, [chargeId])).length === 0)
    throw noDepositToIt()
  // A second person may already have confirmed the approval; the deposit must not lower that funding.
  await tx.rows(
    `UPDATE charges SET settled_by = coalesce(settled_by, $2),
       funding = CASE WHEN $3 = 'UNCONFIRMED' THEN coalesce(funding, $3) ELSE $3 END
     WHERE id = $1`,
    [chargeId, staffId, matchedFunding([waiting], confirmedBy)],
  )
  await settle(tx, depositId, 'MATCHED', chargeId)
}

/**
 * Credits several charges with one deposit whose amount is exactly their sum.
 * @throws NOT_FOUND; CONFLICT the deposit or a charge is settled, or the amounts differ
 */
export async function splitDeposit(
  tx: Db,
  chargeIds: readonly number[],
  { depositId, ...matcher }: ByStaff,
): Promise<void> {
  const waiting = await waitingDeposit(tx, depositId)
  const ids = [...new Set(chargeIds)].toSorted((a, b) => a - b)
  if ((await payAmounts(tx, ids)) !== waiting.amount) throw otherAmount()
  for (const chargeId of ids) {
    await credit(tx, chargeId, matcher, [waiting])
    await tx.rows('INSERT INTO deposit_splits (deposit_id, charge_id) VALUES ($1, $2)', [depositId, chargeId])
  }
  await settle(tx, depositId, 'SPLIT')
}

/**
 * Credits one charge with several deposits whose sum is its amount. Returns the ids of the deposits.
 * @throws NOT_FOUND; CONFLICT a deposit or the charge is settled, or the amounts differ
 */
export async function mergeDeposits(tx: Db, depositIds: readonly number[], charge: Matcher & { id: number }) {
  const ids = [...new Set(depositIds)].toSorted((a, b) => a - b)
  const waiting: Waiting[] = []
  // Locks in order of id, so that two merges of the same deposits can't deadlock.
  for (const depositId of ids) waiting.push(await waitingDeposit(tx, depositId))
  const sum = waiting.reduce((total, { amount }) => total + amount, 0n)
  if ((await payAmounts(tx, [charge.id])) !== sum) throw otherAmount()
  await credit(tx, charge.id, charge, waiting)
  for (const depositId of ids) {
    await tx.rows('INSERT INTO deposit_merges (deposit_id, charge_id) VALUES ($1, $2)', [depositId, charge.id])
    await settle(tx, depositId, 'MERGED')
  }
  return ids
}

type Return = { depositId: number; reason: string; caller: Caller }

/** Refuses a return by the staff member who imported the deposit, unless he is an OWNER and nobody else could do it. */
async function refuseOwnReturn(tx: Db, { source, importedBy }: Waiting, caller: Caller): Promise<void> {
  if (source === 'HOOK' || importedBy === null || env().DEMO) return
  if (!(await samePerson(tx, importedBy, caller.memberId))) return
  if (!(await isAlone(tx, caller, 'MANAGER', { excluded: [], memberId: null }))) throw returnedByImporter()
}

/**
 * Records that staff sent the money back to its sender. The caller writes the reason to the audit trail.
 * @throws BAD_INPUT no reason; NOT_FOUND; CONFLICT it is settled; FORBIDDEN the caller imported it himself
 */
export async function returnDeposit(tx: Db, { depositId, reason, caller }: Return): Promise<void> {
  if (reason === '') throw reasonMissing()
  await refuseOwnReturn(tx, await waitingDeposit(tx, depositId), caller)
  await settle(tx, depositId, 'RETURNED')
}

/**
 * Closes a deposit that reports the same credit as another one, or that the bank contradicts. Other waiting deposits
 * are somebody's money and must be matched or returned.
 * @throws NOT_FOUND; CONFLICT it is settled, or isn't suspected to be a duplicate
 */
export async function dismissDuplicate(tx: Db, depositId: number): Promise<void> {
  await waitingDeposit(tx, depositId)
  const { reason } = await oneRow<{ reason: WaitReason }>(
    tx,
    `SELECT ${whyWaiting} AS reason FROM deposits d WHERE d.id = $1`,
    [depositId],
  )
  if (!dismissibleReasons.includes(reason)) throw notDuplicate()
  await settle(tx, depositId, 'DUPLICATE')
}
