import { approveCharge } from '#lib/charges/approve-charge.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import type { DepositSource } from './labels.ts'
import { fits, oldestFitting, open, ruling } from './queries/matching-rule.ts'
import { fundingOf, waitingDeposit } from './rules.ts'

export type Waiting = {
  amount: bigint
  source: DepositSource
  importedBy: number | null
  confirmedBy: number | null
  /** True if the bank's signed call reported other data for this deposit than the imported statement. */
  disputed: boolean
}

const evidence = 'amount, source, imported_by, confirmed_by, disputed_at IS NOT NULL AS disputed'

/** Locks a waiting deposit. Returns null if it isn't waiting any more. */
export async function lockWaiting(tx: Db, depositId: number): Promise<Waiting | null> {
  const [waiting] = await tx.rows<Waiting>(
    `SELECT ${evidence} FROM deposits WHERE id = $1 AND ${waitingDeposit.sql()} FOR UPDATE`,
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

/**
 * Locks a waiting deposit and all waiting deposits with the same name and amount, in the order in which merges lock
 * them: of two reports of one credit, the second is evaluated after the first is settled. Returns null if the deposit
 * isn't waiting any more.
 */
async function lockAlike(tx: Db, depositId: number): Promise<Waiting | null> {
  const alike = await tx.rows<Waiting & { id: number }>(
    `SELECT id, ${evidence} FROM deposits
     WHERE ${waitingDeposit.sql()} AND (normal_name, amount) = (SELECT normal_name, amount FROM deposits WHERE id = $1)
     ORDER BY id FOR UPDATE`,
    [depositId],
  )
  return alike.find(({ id }) => id === depositId) ?? null
}

async function matchOnce(tx: Db, depositId: number): Promise<number | null> {
  const waiting = await lockAlike(tx, depositId)
  if (!waiting) return null
  const [charge] = await tx.rows<{ id: number }>(
    `SELECT c.id FROM deposits d CROSS JOIN LATERAL (${oldestFitting}) c WHERE d.id = $1 AND ${ruling} = 'SOON'`,
    [depositId],
  )
  if (!charge) return null
  const chargeId = charge.id
  const funding = fundingOf([waiting])
  await approveCharge(tx, { kind: 'deposit', depositId }, { chargeId, outcome: 'MATCHED', funding })
  await settle(tx, depositId, 'MATCHED', chargeId)
  return chargeId
}

const TRIES = 3

/**
 * Credits the charge that a waiting deposit pays for, if the matching rule is certain who paid. Returns the charge's
 * id; null if none. If the charge is withdrawn or paid for by another deposit concurrently, searches again.
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

/**
 * Matches all waiting deposits, oldest first. Finds charges committed at the same moment as their deposit, and deposits
 * that a rule no longer holds back. Returns the number of matched deposits.
 */
export async function matchWaiting(db: Database): Promise<number> {
  const waiting = await db.rows<{ id: number }>(
    `SELECT d.id FROM deposits d WHERE ${waitingDeposit.sql('d')} AND EXISTS (SELECT FROM charges c WHERE ${fits} AND ${open})
       AND ${ruling} = 'SOON' ORDER BY d.id LIMIT 1000`,
  )
  let matched = 0
  for (const { id } of waiting) if ((await matchDeposit(db, id)) !== null) matched++
  return matched
}
