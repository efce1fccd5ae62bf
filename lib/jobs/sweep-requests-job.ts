import { sweepRequests } from '#lib/api-requests/sweep-requests.ts'
import type { Job } from './job.ts'

/** Every ten minutes: deletes old entries of the request log. */
export const sweepRequestsJob: Job = { name: 'sweep-requests', cron: '*/10 * * * *', run: (db) => sweepRequests(db) }
