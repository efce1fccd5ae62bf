import { type Database, oneRow } from '#lib/core/db.ts'
import { tryToMatch } from './match-deposit.ts'
import { waitReasonSql } from './queries/why-waiting.ts'
import { reconcileReport } from './reconcile-report.ts'
import type { DepositResult, ImportedDeposit, NewDeposit } from './schema.ts'
import { type DepositOrigin, storeOrFindDeposit } from './store-deposit.ts'

/** A stored deposit in the response to the call that reported or imported it. */
type StoredAnswer = Omit<DepositResult, 'externalId' | 'duplicate'>

const storedDepositSql = `SELECT d.id, d.status, d.charge_id, ${waitReasonSql} AS reason FROM deposits d WHERE d.id = $1`

/**
 * Where a reported or imported deposit is stored: in the row `depositId`. `isToBeMatched`: the row is to be matched now.
 * `duplicate` is false only if the deposit is new.
 */
export type StoredResult = { depositId: number; isToBeMatched: boolean; duplicate: boolean }

/**
 * Stores a deposit. If its external id is already stored, a report is reconciled with the stored deposit, and an import
 * changes nothing.
 */
async function storeOrReconcile(db: Database, deposit: ImportedDeposit, origin: DepositOrigin): Promise<StoredResult> {
  const { depositId, isNew } = await storeOrFindDeposit(db, deposit, origin)
  if (isNew) return { depositId, isToBeMatched: true, duplicate: false }
  if (origin.source === 'IMPORT') return { depositId, isToBeMatched: false, duplicate: true }
  return reconcileReport(db, deposit, origin)
}

/** Matches deposits by the matching rule. Call it after all deposits of a request are stored. */
export async function matchStoredDeposits(db: Database, depositIds: readonly number[]): Promise<void> {
  for (const id of depositIds) await tryToMatch(db, id)
}

/** Ids of the deposits that are to be matched now. */
export const idsToMatch = (results: readonly StoredResult[]): number[] =>
  results.filter(({ isToBeMatched }) => isToBeMatched).map(({ depositId }) => depositId)

/**
 * Reads the state of deposits (status, charge, why one waits) for the response to the call that reported or imported
 * them. Call it after matching. `results` says where each of the deposits is stored, in the same sequence. Each is found
 * by its row's id: a second person who refuses an import while it is running replaces the external ids of its lines.
 */
export async function depositResultsOf(
  db: Database,
  deposits: readonly NewDeposit[],
  results: readonly StoredResult[],
): Promise<DepositResult[]> {
  const answers: DepositResult[] = []
  for (const [at, { depositId, duplicate }] of results.entries())
    answers.push({
      ...(await oneRow<StoredAnswer>(db, storedDepositSql, [depositId])),
      externalId: deposits[at]?.externalId ?? '',
      duplicate,
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
  await matchStoredDeposits(db, idsToMatch(results))
  return depositResultsOf(db, deposits, results)
}
