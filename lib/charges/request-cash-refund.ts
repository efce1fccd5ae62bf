import { encrypt } from '#lib/core/crypto.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { formatWon, type Points, smallerOf, wholePoints } from '#lib/money/points.ts'
import {
  cashRefundAlreadyOpen,
  cashRefundHeldByDebt,
  cashRefundRules,
  cashRefundTooMuch,
  nothingToRefundInCash,
} from './errors.ts'
import { hashForNewRequest } from './hash-accounts.ts'
import { type RefundablePoints, readRefundablePoints } from './queries/refundable-points.ts'
import { CASH_REFUND_ACCOUNT_PURPOSE } from './refund-account.ts'
import type { UnspentOfCharge } from './refund-lots.ts'
import { requestedCashRefund } from './rules.ts'
import type { CashRefundInput } from './schema.ts'

type RefundRequest = { memberId: number; input: CashRefundInput }

/**
 * Locks the member's balance, so that only one of several concurrent cash refund requests succeeds. Refuses the request
 * if another one is open, or if the account was deleted in the meantime.
 *
 * Sequence of locks, here and in a pay-out: the open request, its charges, the balance. One lock breaks this sequence:
 * new rows of `refund_request_charges` are inserted while the balance is locked, and their foreign key locks the
 * charges FOR KEY SHARE. To avoid a deadlock, all code that locks a charge and then a balance must lock the charge FOR
 * NO KEY UPDATE, which doesn't conflict with FOR KEY SHARE.
 * @throws UNAUTHENTICATED the account was deleted; CONFLICT another request is open
 */
async function lockBalance(tx: Db, memberId: number): Promise<void> {
  await tx.rows(`SELECT FROM refund_requests WHERE member_id = $1 AND ${requestedCashRefund.sql()} FOR UPDATE`, [
    memberId,
  ])
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const { isDeleted, hasOpenRequest } = await oneRow<{ isDeleted: boolean; hasOpenRequest: boolean }>(
    tx,
    `SELECT deleted_at IS NOT NULL AS is_deleted,
       EXISTS (SELECT FROM refund_requests WHERE member_id = $1 AND ${requestedCashRefund.sql()}) AS has_open_request
     FROM members WHERE id = $1`,
    [memberId],
  )
  if (isDeleted) throw unauthenticated()
  if (hasOpenRequest) throw cashRefundAlreadyOpen()
}

/**
 * Returns the points that the member requests: `point`, which is in whole points, or all refundable points if `point`
 * is null.
 * @throws CONFLICT a debt is open, nothing is refundable, or `point` is above the refundable points
 */
function requestedPoints(point: number | null, { refundable, debt }: RefundablePoints): Points {
  if (debt > 0n) throw cashRefundHeldByDebt()
  if (refundable === 0n) throw nothingToRefundInCash()
  const requested = point === null ? refundable : wholePoints(point)
  if (requested > refundable) throw cashRefundTooMuch(formatWon(refundable))
  return requested
}

/**
 * Chooses the charges from which a cash refund of `point` is paid back, with the points to pay back from each. Takes
 * the newest charges first: if the member spends points before the pay-out, they come from the oldest charges, so that
 * the chosen charges keep enough unspent points for longer.
 */
function choosePartsOfCharges(point: Points, charges: readonly UnspentOfCharge[]): UnspentOfCharge[] {
  const parts: UnspentOfCharge[] = []
  let left = point
  for (const { chargeId, unspent } of charges) {
    const part = smallerOf(unspent, left)
    if (part > 0n) parts.push({ chargeId, unspent: part })
    left -= part
  }
  return parts
}

async function recordChargesOfRefund(tx: Db, refundId: number, parts: readonly UnspentOfCharge[]): Promise<void> {
  await tx.rows(
    `INSERT INTO refund_request_charges (refund_id, charge_id, point)
     SELECT $1, p.charge_id, p.point FROM unnest($2::int[], $3::bigint[]) AS p (charge_id, point) ORDER BY p.charge_id`,
    [refundId, parts.map(({ chargeId }) => chargeId), parts.map(({ unspent }) => unspent)],
  )
}

/**
 * Requests a cash refund of `input.point`, or of all refundable points if it is null. Refundable are the unspent points
 * of charges that were paid by bank transfer and credited in the last 72 hours. Records from which charges the points
 * are paid back. The balance changes only when staff pay the refund out (docs/decisions/0031). Returns the request's
 * id.
 * @throws BAD_INPUT the first broken rule; CONFLICT a request is already open, a debt is open, nothing is refundable,
 *   or more is requested than is refundable; UNAUTHENTICATED the account was deleted in the meantime
 */
export async function requestCashRefund(db: Database, { memberId, input }: RefundRequest): Promise<number> {
  refuseBroken(cashRefundRules(input))
  return db.transaction(async (tx) => {
    await lockBalance(tx, memberId)
    const available = await readRefundablePoints(tx, memberId)
    const point = requestedPoints(input.point, available)
    const { id } = await oneRow<{ id: number }>(
      tx,
      `INSERT INTO refund_requests (member_id, point, email, name, bank, account, account_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [
        memberId,
        point,
        input.email,
        input.name,
        input.bank,
        encrypt(CASH_REFUND_ACCOUNT_PURPOSE, input.account),
        await hashForNewRequest(tx, input.account),
      ],
    )
    await recordChargesOfRefund(tx, id, choosePartsOfCharges(point, available.parts))
    return id
  })
}
