import { log } from '#lib/core/log.ts'
import { archiveDeletedMembers } from '#lib/retained-records/archive-member.ts'
import type { Job } from './job.ts'

/** Each minute: archives the rest of deleted members' records, if there were too many to move during the deletion. */
export const archiveMembersJob: Job = {
  name: 'archive-members',
  cron: '* * * * *',
  run: async (db) => {
    const members = await archiveDeletedMembers(db)
    if (members > 0) log.info('members archived', { members })
  },
}
