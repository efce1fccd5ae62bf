import type { Job, RowJob } from './job.ts'
import type { Loop } from './loop.ts'

/** A part of the worker with a runner and a database pool of its own: what fills one lane delays nothing in another. */
export type Lane = {
  name: string
  /** Jobs under way at once. */
  concurrency: number
  /** Connections of its pool, beside those of its runner. */
  connections: number
  /** Run by the clock. */
  jobs: readonly Job[]
  /** Asked for, one row each. */
  rowJobs: readonly RowJob[]
  loops: readonly Loop[]
}
