import type { Job, RowJob } from './job.ts'
import type { Loop } from './loop.ts'

/** A part of the worker with its own runner and database pool, so that a busy lane doesn't delay the others. */
export type Lane = {
  name: string
  /** Most concurrent jobs. */
  concurrency: number
  /** Connections of its database pool, in addition to those of its runner. */
  connections: number
  /** Jobs that run on a schedule. */
  jobs: readonly Job[]
  /** Jobs queued for one row. */
  rowJobs: readonly RowJob[]
  loops: readonly Loop[]
}
