import type { Job, RowJob } from './job.ts'
import type { Loop } from './loop.ts'

/**
 * A group of the worker's jobs and loops, with a job runner and a database pool of its own, so that a busy group
 * doesn't delay other groups.
 */
export type Lane = {
  name: string
  /** Maximum number of jobs of the lane that run at once. */
  concurrency: number
  /** Number of connections in the lane's database pool, in addition to those of its runner. */
  connections: number
  /** Jobs that run on a schedule. */
  jobs: readonly Job[]
  /** Jobs that are queued for one row each. */
  rowJobs: readonly RowJob[]
  loops: readonly Loop[]
}
