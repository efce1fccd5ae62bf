import { approveCharge } from '#lib/charges/approve-charge.ts'
import { lockPayAmounts } from '#lib/charges/lock-pay-amounts.ts'
import { type Database, type Db, isLockTimeout } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import type { DepositOriginKind } from './labels.ts'
import {
  isOpenChargeSql,
  isTrustedSourceSql,
  matchingResultSql,
  oldestFittingChargeSql,
} from './queries/matching-rule.ts'
import { chargeFitsDepositSql } from './queries/shared-conditions.ts'
import { fundingOf, waitingDeposit } from './rules.ts'

/**
 * A waiting deposit, with the evidence that decides the funding of its charge (`fundingOf`). `importedBy` and
 * `confirmedBy` are the ids of the staff who imported the deposit and confirmed the import; null if there are none.
 */
export type WaitingDeposit = {
  amount: bigint
  source: DepositOriginKind
  /** False if the deposit was reported by a deposit source that may not credit without staff (`isTrustedSourceSql`). */
  isTrusted: boolean
  importedBy: number | null
  confirmedBy: number | null
  /**
   * True if the deposit was imported, and the bank or a deposit source then reported other data under its external id.
   */
  isDisputed: boolean
}

const evidenceColumns = `d.amount, d.source, d.imported_by, d.confirmed_by, d.disputed_at IS NOT NULL AS is_disputed,
  ${isTrustedSourceSql} AS is_trusted`

/** Locks a waiting deposit. Returns null if the deposit doesn't wait, or doesn't exist. */
export async function lockWaitingDeposit(tx: Db, depositId: number): Promise<WaitingDeposit | null> {
  const [waiting] = await tx.rows<WaitingDeposit>(
    `SELECT ${evidenceColumns} FROM deposits d WHERE d.id = $1 AND ${waitingDeposit.sql('d')} FOR UPDATE OF d`,
    [depositId],
  )
  return waiting ?? null
}

/**
 * Records that a deposit is settled, with its new status. `chargeId` is the charge that this deposit alone paid for;
 * null if the deposit was split, merged, returned or closed as a duplicate.
 */
export const settleDeposit = (tx: Db, depositId: number, status: string, chargeId: number | null = null) =>
  tx.rows('UPDATE deposits SET status = $2, charge_id = $3, matched_at = now() WHERE id = $1', [
    depositId,
    status,
    chargeId,
  ])

/**
 * Locks a waiting deposit, and all waiting deposits with the same name and amount, so that staff can't settle any of
 * them before the transaction ends. Locks by ascending id, as merges do. Returns null if the deposit isn't waiting any
 * more.
 */
async function lockAlikeDeposits(tx: Db, depositId: number): Promise<WaitingDeposit | null> {
  const alike = await tx.rows<WaitingDeposit & { id: number }>(
    `SELECT d.id, ${evidenceColumns} FROM deposits d
     WHERE ${waitingDeposit.sql('d')} AND (d.normal_name, d.amount) = (SELECT normal_name, amount FROM deposits WHERE id = $1)
     ORDER BY d.id FOR UPDATE OF d`,
    [depositId],
  )
  return alike.find(({ id }) => id === depositId) ?? null
}

/**
 * Maximum number of milliseconds that a match waits for a lock. Short, because other matches of the same amount have to
 * wait for this match.
 */
const LOCK_TIMEOUT_MS = 2_000

/** Makes transactions that match deposits of the same amounts run one after another (`lockPayAmounts`). */
export async function lockAmountsOfDeposits(tx: Db, depositIds: readonly number[]): Promise<void> {
  const deposits = await tx.rows<{ amount: bigint }>('SELECT amount FROM deposits WHERE id = ANY ($1::int[])', [
    depositIds,
  ])
  await lockPayAmounts(
    tx,
    deposits.map(({ amount }) => amount),
  )
}

async function matchInTransaction(tx: Db, depositId: number): Promise<number | null> {
  await tx.rows("SELECT set_config('lock_timeout', $1, true)", [`${LOCK_TIMEOUT_MS}ms`])
  await lockAmountsOfDeposits(tx, [depositId])
  const waiting = await lockAlikeDeposits(tx, depositId)
  if (!waiting) return null
  const [charge] = await tx.rows<{ id: number }>(
    `SELECT c.id FROM deposits d CROSS JOIN LATERAL (${oldestFittingChargeSql}) c WHERE d.id = $1 AND ${matchingResultSql} = 'SOON'`,
    [depositId],
  )
  if (!charge) return null
  const chargeId = charge.id
  // The funding says how well it is proved that the charge was paid.
  const funding = fundingOf([waiting])
  await approveCharge(tx, { kind: 'deposit', depositId }, { chargeId, outcome: 'MATCHED', funding })
  await settleDeposit(tx, depositId, 'MATCHED', chargeId)
  return chargeId
}

const MAX_TRIES = 3

/**
 * Matches a waiting deposit with the charge that it pays for, and credits this charge, if the matching rule allows it
 * without staff. Returns the charge's id; null if none was credited. If the charge is withdrawn, or paid for by another
 * deposit, at the same time, tries again at once, up to MAX_TRIES times in all. If a lock isn't free within 2 seconds,
 * returns null, and the matching job tries again.
 */
export async function matchDeposit(db: Database, depositId: number): Promise<number | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction((tx) => matchInTransaction(tx, depositId))
    } catch (error) {
      if (isLockTimeout(error)) return null
      if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error
      if (tries === MAX_TRIES) return null
    }
  }
}

/**
 * Like `matchDeposit`, but only logs an error and returns null: an error of one deposit must not stop the matching of
 * others. The next run of the matching job tries again.
 */
export const tryToMatch = (db: Database, depositId: number): Promise<number | null> =>
  matchDeposit(db, depositId).catch((error: unknown) => {
    log.error('a deposit was not matched', { id: depositId, error })
    return null
  })

/**
 * Matches the waiting deposits that the matching rule now allows to credit a charge. Such a deposit wasn't matched
 * before because the charge was requested while the deposit was being stored, or because a condition of the rule wasn't
 * met yet. Handles at most 1,000 deposits, in the sequence in which they were stored. Returns how many were matched.
 */
export async function matchWaitingDeposits(db: Database): Promise<number> {
  const waiting = await db.rows<{ id: number }>(
    `SELECT d.id FROM deposits d WHERE ${waitingDeposit.sql('d')} AND EXISTS (SELECT FROM charges c WHERE ${chargeFitsDepositSql} AND ${isOpenChargeSql})
       AND ${matchingResultSql} = 'SOON' ORDER BY d.id LIMIT 1000`,
  )
  let matched = 0
  for (const { id } of waiting) if ((await tryToMatch(db, id)) !== null) matched++
  return matched
}
