import { fileWaitingRequests } from '#lib/requests/file-waiting-requests.ts'
import type { Job } from './job.ts'

/** Every ten minutes: files tasks about members' requests that neither a provider nor an open task would end. */
export const watchRequestsJob: Job = {
  name: 'watch-requests',
  cron: '3,13,23,33,43,53 * * * *',
  run: fileWaitingRequests,
}
