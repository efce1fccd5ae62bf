import type { Database, Db } from '#lib/core/db.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import type { SourceKind } from './labels.ts'
import { receiveSourceDeposits } from './receive-source-deposits.ts'
import { sourceKindsWith } from './registry.ts'
import { requestDepositSource } from './request-source.ts'
import type { SourceDeposit } from './source.ts'

/** Number of whole days before today that each run compares. Several, because a bank may book a row days late. */
const RECONCILED_DAYS = 3

// Those of the ids $2, reported by source $1, that the shop hasn't stored.
const missingSql = `
  SELECT r.id FROM unnest($2::text[]) AS r (id)
  WHERE NOT EXISTS (SELECT FROM deposits d WHERE d.external_id = $1 || ':' || r.id)`

/** Of the deposits that a source reported, those that the shop hasn't stored. */
async function missingOf(db: Db, kind: SourceKind, deposits: readonly SourceDeposit[]): Promise<SourceDeposit[]> {
  const missing = await db.rows<{ id: string }>(missingSql, [kind, deposits.map(({ id }) => id)])
  const ids = new Set(missing.map(({ id }) => id))
  return deposits.filter(({ id }) => ids.has(id))
}

/**
 * Compares the deposits of one day that a deposit source reports with the stored ones. Returns how many the shop hadn't
 * stored; 0 if the request to the source fails.
 */
async function reconcileDay(db: Database, kind: SourceKind, day: string): Promise<number> {
  const outcome = await requestDepositSource(db, kind, async (source, connection) => ({
    connectionId: connection.id,
    reconciledDay: await source.reconcile?.(connection, day),
  }))
  if (outcome.is === 'FAILED') return 0
  const { connectionId, reconciledDay } = outcome.value
  const missing = reconciledDay ? await missingOf(db, kind, reconciledDay.deposits) : []
  if (missing.length === 0) return 0
  // Files the task first: if the worker is killed before the deposits are stored, the next run finds them missing
  // again.
  const found = { count: missing.length, amount: missing.reduce((sum, { amount }) => sum + amount, 0) }
  await fileTask(db, {
    kind: 'DEPOSIT_MISSED',
    refType: 'connection',
    refId: connectionId,
    detail: { connection: kind, days: { [day]: found } },
    merged: 'days',
  })
  await receiveSourceDeposits(db, kind, missing)
  return missing.length
}

/**
 * Compares the deposits of the last whole days with the stored ones, for each connected deposit source that can report
 * a day. Stores missing deposits as if the source had just reported them. Files a task with their count and sum by day;
 * a task that is still open keeps the days that it already names. Returns how many deposits were missing in all.
 */
export async function reconcileSources(db: Database): Promise<number> {
  const connected = await db.rows<{ kind: SourceKind }>('SELECT kind FROM connections WHERE kind = ANY ($1::text[])', [
    sourceKindsWith('reconcile'),
  ])
  let missed = 0
  for (const { kind } of connected)
    for (let days = RECONCILED_DAYS; days >= 1; days--)
      missed += await reconcileDay(db, kind, seoulDay(new Date(), -days))
  return missed
}
