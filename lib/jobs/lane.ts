import type { Job, RowJob } from './job.ts'
import type { Loop } from './loop.ts'

/** A part of the worker with its own runner and database pool, so that a busy lane delays no other. */
export type Lane = {
  name: string
  /** Concurrent jobs. */
  concurrency: number
  /** Connections of its pool, beside those of its runner. */
  connections: number
  /** Jobs that run on a schedule. */
  jobs: readonly Job[]
  /** Jobs queued for one row. */
  rowJobs: readonly RowJob[]
  loops: readonly Loop[]
}
