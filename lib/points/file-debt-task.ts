import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { fileTask } from '#lib/tasks/file-task.ts'

type ChargeWithDebts = { memberNo: number; name: string; point: Points; reversed: Points; missing: Points }

/**
 * Files a task about the debts that a charge, its bonus and its coupon have left, or updates the open task. `reason`:
 * why the charge was taken back. The task's `missing` is the unpaid part of these debts in points, at the time of this
 * call: a debt may have been paid and then have grown again. A trigger on debts closes the task when all of them are
 * paid. Call this after the debts were stored.
 */
export async function fileChargeDebtTask(
  tx: Db,
  { chargeId, reason }: { chargeId: number; reason: string },
): Promise<void> {
  const { point, reversed, missing, ...charge } = await oneRow<ChargeWithDebts>(
    tx,
    `SELECT member_id AS member_no, name, point, coalesce(reversed, 0)::bigint AS reversed,
       (SELECT sum(amount - recovered - waived)::bigint FROM debts WHERE charge_id = c.id AND cause <> 'REWARD') AS missing
     FROM charges c WHERE id = $1`,
    [chargeId],
  )
  const detail = {
    ...charge,
    point: pointsToNumber(point),
    reversed: pointsToNumber(reversed),
    missing: pointsToNumber(missing),
    reason,
  }
  await fileTask(tx, { kind: 'CHARGE_REVERSAL', refType: 'charge', refId: chargeId, detail })
}

/**
 * Files a task about the debts that a referrer has because rewards were taken back, or updates the open task. The
 * task's `missing` is the unpaid part of these debts in points, at the time of this call. A trigger on debts closes the
 * task when all of them are paid. Call this after the debts were stored.
 */
export async function fileRewardDebtTask(tx: Db, referrerId: number): Promise<void> {
  const { missing } = await oneRow<{ missing: Points }>(
    tx,
    `SELECT sum(amount - recovered - waived)::bigint AS missing FROM debts
     WHERE member_id = $1 AND cause = 'REWARD' AND recovered + waived < amount`,
    [referrerId],
  )
  const detail = { missing: pointsToNumber(missing) }
  await fileTask(tx, { kind: 'REWARD_REVERSAL', refType: 'member', refId: referrerId, detail })
}
