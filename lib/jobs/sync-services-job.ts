import { syncDueProviders } from '#lib/providers/import/sync-services.ts'
import type { Job } from './job.ts'

/** Every five minutes: imports the lists of providers with automatic sync, each provider's list once an hour. */
export const syncServicesJob: Job = { name: 'sync-services', cron: '*/5 * * * *', run: syncDueProviders }
