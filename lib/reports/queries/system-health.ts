import { type Db, oneRow } from '#lib/core/db.ts'
import { fundedProvider, unpausedProvider } from '#lib/providers/rules.ts'

export type WorkerState = {
  /** Seconds since the worker last ran its scheduled jobs; null if it never has. */
  seen: number | null
  /** Seconds for which the oldest due job has been waiting. */
  lag: number
  /** Number of due jobs. */
  waiting: number
  /** Number of jobs that have used up their attempts. */
  failed: number
}

// A worker is alive if it ran its scheduled jobs recently; some of them are due every minute. The time of the last run
// is in an internal table of graphile-worker.
const workerStateQuery = `
  SELECT (SELECT extract(epoch FROM now() - max(last_execution))::int FROM graphile_worker._private_known_crontabs) AS seen,
    coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE run_at < now() AND locked_at IS NULL
      AND attempts < max_attempts)), 0)::int AS lag,
    count(*) FILTER (WHERE attempts < max_attempts AND run_at <= now())::int AS waiting,
    count(*) FILTER (WHERE attempts >= max_attempts)::int AS failed
  FROM graphile_worker.jobs`

export const workerState = (db: Db): Promise<WorkerState> => oneRow<WorkerState>(db, workerStateQuery)

export type JobError = { id: number; task: string; attempts: number; lastError: string; at: string }

/** Last errors of jobs that are still queued, newest first, at most 5. */
export async function jobErrors(db: Db): Promise<JobError[]> {
  const rows = await db.rows<Omit<JobError, 'id' | 'at'> & { id: bigint; at: Date }>(
    `SELECT id, task_identifier AS task, attempts, left(last_error, 300) AS last_error, updated_at AS at
     FROM graphile_worker.jobs WHERE last_error IS NOT NULL ORDER BY updated_at DESC LIMIT 5`,
  )
  return rows.map((row) => ({ ...row, id: Number(row.id), at: row.at.toISOString() }))
}

export type ProviderState = {
  id: number
  name: string
  enabled: boolean
  paused: boolean
  /** True if the provider recently refused an order because the shop's balance at the provider is used up. */
  noFunds: boolean
  /** True if the balance is below the amount at which staff are warned. An amount of 0 means never. */
  low: boolean
  balance: string | null
  currency: string | null
}

/** Balances and states of at most 12 providers, those with problems first. */
export const providerStates = (db: Db): Promise<ProviderState[]> =>
  db.rows<ProviderState>(
    `SELECT id, name, enabled, NOT ${unpausedProvider.sql()} AS paused, NOT ${fundedProvider.sql()} AS no_funds,
       coalesce(balance < nullif(alert_below, 0), false) AS low, trim_scale(balance)::text AS balance, currency
     FROM providers ORDER BY NOT ${fundedProvider.sql()} DESC, coalesce(balance < nullif(alert_below, 0), false) DESC,
       NOT ${unpausedProvider.sql()} DESC, name LIMIT 12`,
  )
