import { type Database, oneRow } from '#lib/core/db.ts'
import { tryToMatch } from './match-deposit.ts'
import { waitReasonSql } from './queries/why-waiting.ts'
import { reconcileReport } from './reconcile-report.ts'
import type { DepositResult, ImportedDeposit, NewDeposit } from './schema.ts'
import { type DepositOrigin, storeDeposit } from './store-deposit.ts'

/** A stored deposit in the response to the call that reported or imported it. */
type StoredAnswer = Omit<DepositResult, 'duplicate'>

const storedDepositSql = `SELECT d.id, d.external_id, d.status, d.charge_id, ${waitReasonSql} AS reason FROM deposits d
  WHERE d.external_id = $1`

/**
 * Stores a reported or imported deposit. If its external id is already stored, a report is reconciled with the stored
 * deposit, and an import changes nothing. Returns the id of the deposit to match now; null if there is none.
 * `duplicate` is false only if a new deposit was stored.
 */
async function storeOrReconcile(db: Database, deposit: ImportedDeposit, origin: DepositOrigin) {
  const stored = await storeDeposit(db, deposit, origin)
  if (stored !== null) return { id: stored, duplicate: false }
  return origin.source === 'IMPORT' ? { id: null, duplicate: true } : reconcileReport(db, deposit, origin)
}

/** `id`: the deposit to match now; null if there is none. `duplicate` is false only if a new deposit was stored. */
type StoredResult = { id: number | null; duplicate: boolean }

/** Matches deposits by the matching rule. Call it after all deposits of a request are stored. */
export async function matchStoredDeposits(db: Database, results: readonly Pick<StoredResult, 'id'>[]): Promise<void> {
  for (const { id } of results) if (id !== null) await tryToMatch(db, id)
}

/**
 * Reads the state of deposits (status, charge, why one waits) for the response to the call that reported or imported
 * them. Call it after matching. `results` says which of the deposits were stored before, in the same sequence.
 */
export async function depositResultsOf(
  db: Database,
  deposits: readonly NewDeposit[],
  results: readonly StoredResult[],
): Promise<DepositResult[]> {
  const answers: DepositResult[] = []
  for (const [at, { externalId }] of deposits.entries())
    answers.push({
      ...(await oneRow<StoredAnswer>(db, storedDepositSql, [externalId])),
      duplicate: results[at]?.duplicate ?? false,
    })
  return answers
}

/**
 * Stores reported or imported deposits, each once, and credits the charges for which the matching rule allows this.
 * Stores all of them before it matches the first: a later deposit of the list may make it doubtful whose money an
 * earlier one is. Returns the result of each.
 */
export async function receiveDeposits(
  db: Database,
  deposits: readonly (NewDeposit & Partial<ImportedDeposit>)[],
  origin: DepositOrigin,
): Promise<DepositResult[]> {
  const results: StoredResult[] = []
  for (const deposit of deposits) results.push(await storeOrReconcile(db, { precision: 'EXACT', ...deposit }, origin))
  await matchStoredDeposits(db, results)
  return depositResultsOf(db, deposits, results)
}
