import { approveCharge } from '#lib/charges/approve-charge.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import type { DepositSource } from './labels.ts'
import { mayCreditByItself } from './own-import.ts'
import { fundingOf } from './rules.ts'

export type Waiting = {
  amount: bigint
  normalName: string
  at: Date
  source: DepositSource
  importedBy: number | null
  confirmedBy: number | null
}

// Open is what is pending, and what ran out of time less than 72 hours before the money came (decisions 3).
const openCharges = `
  SELECT id, member_id FROM charges
  WHERE pay_amount = $1::bigint AND normal_name = $2 AND created_at <= $3::timestamptz + interval '24 hours'
    AND (status = 0 OR (status = 2 AND outcome = 'EXPIRED' AND response_at >= $3::timestamptz - interval '72 hours'))
  ORDER BY id`

/** The oldest open charge that fits, if all that fit are one member's; nobody's money is guessed (decisions 4). */
async function fittingCharge(tx: Db, { amount, normalName, at }: Waiting): Promise<number | null> {
  const open = await tx.rows<{ id: number; memberId: number }>(openCharges, [amount, normalName, at])
  const [oldest] = open
  return oldest && open.every(({ memberId }) => memberId === oldest.memberId) ? oldest.id : null
}

/** Whoever matches, splits or returns a deposit holds its row: the others find it settled. */
export async function lockWaiting(tx: Db, depositId: number): Promise<Waiting | null> {
  const [waiting] = await tx.rows<Waiting>(
    `SELECT amount, normal_name, at, source, imported_by, confirmed_by FROM deposits
     WHERE id = $1 AND status = 'WAITING' FOR UPDATE`,
    [depositId],
  )
  return waiting ?? null
}

export const settle = (tx: Db, depositId: number, status: string, chargeId: number | null = null) =>
  tx.rows('UPDATE deposits SET status = $2, charge_id = $3, matched_at = now() WHERE id = $1', [
    depositId,
    status,
    chargeId,
  ])

async function matchOnce(tx: Db, depositId: number): Promise<number | null> {
  const waiting = await lockWaiting(tx, depositId)
  const chargeId = waiting && (await fittingCharge(tx, waiting))
  if (!chargeId || !(await mayCreditByItself(tx, waiting, chargeId))) return null
  const funding = fundingOf([waiting])
  await approveCharge(tx, { chargeId, actor: `deposit:${depositId}`, outcome: 'MATCHED', funding })
  await settle(tx, depositId, 'MATCHED', chargeId)
  return chargeId
}

const TRIES = 3

/**
 * Credits the one charge that a waiting deposit pays for, if there is exactly one member it can be from. Answers the
 * charge's id. A charge that is withdrawn or paid for by another deposit in the meantime is looked for afresh.
 */
export async function matchDeposit(db: Database, depositId: number): Promise<number | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction((tx) => matchOnce(tx, depositId))
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
      if (tries === TRIES) return null
    }
  }
}

/** Tries all that wait, oldest first: a charge may have come after its money. Answers how many were matched. */
export async function matchWaiting(db: Database): Promise<number> {
  const waiting = await db.rows<{ id: number }>(
    `SELECT d.id FROM deposits d WHERE d.status = 'WAITING' AND EXISTS (
       SELECT FROM charges c WHERE c.pay_amount = d.amount AND c.normal_name = d.normal_name
         AND (c.status = 0 OR (c.status = 2 AND c.outcome = 'EXPIRED'))
     ) ORDER BY d.id LIMIT 1000`,
  )
  let matched = 0
  for (const { id } of waiting) if ((await matchDeposit(db, id)) !== null) matched++
  return matched
}
