import { fileTasksOfWaitingRequests } from '#lib/requests/file-tasks-of-waiting-requests.ts'
import type { Job } from './job.ts'

/**
 * Every ten minutes: files tasks about members' requests that have waited too long for their provider, and about
 * requests left to staff for which no task is open.
 */
export const watchRequestsJob: Job = {
  name: 'watch-requests',
  cron: '3,13,23,33,43,53 * * * *',
  run: fileTasksOfWaitingRequests,
}
