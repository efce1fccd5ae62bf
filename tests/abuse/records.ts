// Reads the shop's records. Functions with a `World` return only rows that were made since that world began, newest
// first.
import { db, oneRow } from '#lib/core/db.ts'
import type { World } from './world.ts'

/** A deposit as the shop has stored it. */
export type StoredDeposit = {
  id: number
  externalId: string
  name: string
  /** In won. */
  amount: number
  source: 'HOOK' | 'IMPORT'
  status: string
}

const depositColumns = 'd.id, d.external_id, d.name, (d.amount / 100)::int AS amount, d.source, d.status'

/** Deposits stored since this world began, newest first. */
export const listDeposits = ({ before }: World): Promise<StoredDeposit[]> =>
  db().rows(`SELECT ${depositColumns} FROM deposits d WHERE d.id > $1 ORDER BY d.id DESC`, [before.deposit])

export const readDeposit = (id: number): Promise<StoredDeposit> =>
  oneRow(db(), `SELECT ${depositColumns} FROM deposits d WHERE d.id = $1`, [id])

/** The deposits that were matched to a charge, including splits and merges. */
export const listDepositsOfCharge = (chargeId: number): Promise<StoredDeposit[]> =>
  db().rows(
    `SELECT ${depositColumns} FROM deposits d WHERE d.charge_id = $1
       OR d.id IN (SELECT deposit_id FROM deposit_splits WHERE charge_id = $1)
       OR d.id IN (SELECT deposit_id FROM deposit_merges WHERE charge_id = $1)`,
    [chargeId],
  )

/** `name`: the depositor's; `amount` is in won. */
export type StoredCharge = { id: number; name: string; amount: number; status: number }

const chargeColumns = 'c.id, c.name, (c.pay_amount / 100)::int AS amount, c.status'

export const readCharge = (id: number): Promise<StoredCharge> =>
  oneRow(db(), `SELECT ${chargeColumns} FROM charges c WHERE c.id = $1`, [id])

/** The charges whose points a refund request pays back. */
export const listChargesOfRefund = (refundId: number): Promise<StoredCharge[]> =>
  db().rows(
    `SELECT ${chargeColumns} FROM refund_request_charges p
     JOIN charges c ON c.id = p.charge_id WHERE p.refund_id = $1`,
    [refundId],
  )

/** A cash refund request; `amount` is in whole points. */
export type StoredRefund = { id: number; memberId: number; status: number; amount: number }

/** Cash refunds requested since this world began, newest first. */
export const listRefunds = ({ before }: World): Promise<StoredRefund[]> =>
  db().rows(
    'SELECT id, member_id, status, (point / 100)::int AS amount FROM refund_requests WHERE id > $1 ORDER BY id DESC',
    [before.refund],
  )

export type StoredApproval = { id: number; kind: string; subjectId: number; askedBy: number }

/** Id of the charge that this payment by card was credited as; undefined if it wasn't credited. */
export async function findChargeOfPayment(paymentId: string): Promise<number | undefined> {
  const [row] = await db().rows<{ chargeId: number | null }>(
    'SELECT charge_id FROM card_payments WHERE payment_id = $1',
    [paymentId],
  )
  return row?.chargeId ?? undefined
}

/** Requests that await the approval of a second person. */
export const listWaitingApprovals = ({ before }: World): Promise<StoredApproval[]> =>
  db().rows(
    "SELECT id, kind, subject_id, asked_by FROM approvals WHERE id > $1 AND state = 'WAITING' ORDER BY id DESC",
    [before.approval],
  )

/** Open tasks about referral rewards for members of the gang. */
export const listRewardTasks = ({ gang }: World): Promise<{ id: number }[]> =>
  db().rows(
    `SELECT id FROM tasks WHERE kind = 'REFERRAL_REWARD' AND ref_id = ANY ($1::int[]) AND resolved_at IS NULL`,
    [gang.map(({ id }) => id)],
  )

/** Balances of the gang's members in whole won, by member id. */
export async function readBalances({ gang }: World): Promise<Map<number, number>> {
  const rows = await db().rows<{ memberId: number; won: number }>(
    'SELECT member_id, (point / 100)::int AS won FROM balances WHERE member_id = ANY ($1::int[])',
    [gang.map(({ id }) => id)],
  )
  return new Map(rows.map(({ memberId, won }) => [memberId, won]))
}
