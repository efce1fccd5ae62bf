import { fileAlarms } from '#lib/service-measures/file-alarms.ts'
import type { Job } from './job.ts'

/**
 * Each hour: files tasks about slow services, providers that complete fewer orders than before, and prices below cost
 * (docs/contract.md#alarms).
 */
export const fileAlarmsJob: Job = { name: 'file-alarms', cron: '47 * * * *', run: fileAlarms }
