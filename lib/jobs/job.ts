import type { Database } from '#lib/core/db.ts'

/**
 * A job as a declaration: its name, when it runs by itself (crontab, UTC; at least daily), and a sweep that may run twice
 * safely. A daily run that an outage missed is made when the worker is back, so at any hour.
 */
export type Job = { name: string; cron: string; run(db: Database): Promise<void> }

/** Work on one row, asked for in the transaction that causes it: `add_job(name, {id})`. It may run twice safely. */
export type RowJob = { name: string; run(db: Database, id: number): Promise<void> }
