import type { Database } from '#lib/core/db.ts'

/**
 * A scheduled job: its name, its crontab (in UTC, at least daily), and a function that is safe to run twice. A daily
 * run missed during an outage is made up for when the worker is back, at any hour.
 */
export type Job = { name: string; cron: string; run(db: Database): Promise<void> }

/** A job for one row, queued in the transaction that causes it: `add_job(name, {id})`. Must be safe to run twice. */
export type RowJob = { name: string; run(db: Database, id: number): Promise<void> }
