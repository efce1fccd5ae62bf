import { sweepRequestLog } from '#lib/api-requests/sweep-request-log.ts'
import type { Job } from './job.ts'

/** Every ten minutes: deletes old entries of the request log. */
export const sweepRequestLogJob: Job = {
  name: 'sweep-requests',
  cron: '*/10 * * * *',
  run: (db) => sweepRequestLog(db),
}
