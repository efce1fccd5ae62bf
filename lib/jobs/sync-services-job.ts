import { syncDueProviders } from '#lib/providers/import/sync-services.ts'
import type { Job } from './job.ts'

/** Every five minutes: providers whose services are taken over by themselves, each once an hour. */
export const syncServicesJob: Job = { name: 'sync-services', cron: '*/5 * * * *', run: syncDueProviders }
