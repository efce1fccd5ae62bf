import { normalName } from '#lib/charges/rules.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { wholePoints } from '#lib/money/points.ts'
import { matchDeposit } from './match-deposit.ts'
import { whyWaiting } from './queries/why-waiting.ts'
import type { NewDeposit, TakenDeposit } from './schema.ts'

/** Where deposits come from: the signed hook, or an import by this staff member. */
export type DepositOrigin = { source: 'HOOK' } | { source: 'IMPORT'; importedBy: number }

type Stored = Omit<TakenDeposit, 'duplicate'>

const found = `SELECT d.id, d.external_id, d.status, d.charge_id, ${whyWaiting} AS reason FROM deposits d
  WHERE d.external_id = $1`

/** Of any number who report one credit, one stores it. */
async function store(db: Database, deposit: NewDeposit, origin: DepositOrigin): Promise<number | null> {
  const [row] = await db.rows<{ id: number }>(
    `INSERT INTO deposits (external_id, name, normal_name, amount, at, source, imported_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (external_id) DO NOTHING RETURNING id`,
    [
      deposit.externalId,
      deposit.name,
      normalName(deposit.name),
      wholePoints(deposit.amount),
      deposit.at,
      origin.source,
      origin.source === 'IMPORT' ? origin.importedBy : null,
    ],
  )
  return row?.id ?? null
}

/** What can't be matched now for whatever reason waits for the next sweep, not for the bank to report it again. */
async function tryToMatch(db: Database, id: number): Promise<void> {
  await matchDeposit(db, id).catch((error) => log.error('a deposit was not matched', { id, error }))
}

/** Stores credits, each once, and credits the charges they pay for (decisions 4). Answers what became of each. */
export async function takeDeposits(
  db: Database,
  deposits: readonly NewDeposit[],
  origin: DepositOrigin,
): Promise<TakenDeposit[]> {
  const taken: TakenDeposit[] = []
  for (const deposit of deposits) {
    const id = await store(db, deposit, origin)
    if (id !== null) await tryToMatch(db, id)
    taken.push({ ...(await oneRow<Stored>(db, found, [deposit.externalId])), duplicate: id === null })
  }
  return taken
}
