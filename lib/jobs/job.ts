import type { Database } from '#lib/core/db.ts'

/**
 * A scheduled job: its name, its crontab (in UTC; at least one run a day), and its function, which must do no harm if
 * it runs twice. If a daily job missed its run because no worker was running, it runs when a worker starts, at any
 * hour.
 */
export type Job = { name: string; cron: string; run(db: Database): Promise<void> }

/**
 * A job for one row, whose id is `id`. The transaction that makes the job necessary queues it by `add_job(name, {id})`.
 * A job must do no harm if it runs twice.
 */
export type RowJob = { name: string; run(db: Database, id: number): Promise<void> }
