import type { Database } from '#lib/core/db.ts'

/**
 * A scheduled job: its name, its crontab (in UTC; at least one run a day), and its function, which must do no harm if
 * it runs twice. A daily run that was missed because no worker was running is made up for when one starts, at any hour.
 */
export type Job = { name: string; cron: string; run(db: Database): Promise<void> }

/**
 * A job for one row, whose id is `id`. It is queued by `add_job(name, {id})` in the transaction that makes it
 * necessary, and must do no harm if it runs twice.
 */
export type RowJob = { name: string; run(db: Database, id: number): Promise<void> }
