import { type AuditPeriod, auditNouns, auditPeriodLabels, auditPeriods } from '#lib/audit/labels.ts'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { ListPlace } from '../list-state.ts'

export const auditPlace: ListPlace<AuditPeriod> = {
  path: '/admin/audit',
  statuses: auditPeriods,
  preset: undefined,
  filter: { name: 'noun', values: Object.keys(auditNouns) },
  numbers: ['actor'],
}

export const periodChips = [
  { status: undefined, label: '전체' },
  ...auditPeriods.map((status) => ({ status, label: auditPeriodLabels[status] })),
]

const DAY = 86_400_000

/** First day, as `YYYY-MM-DD` in Seoul, of a period that ends today and includes today. `now` in milliseconds. */
export const firstDay = (period: AuditPeriod, now: number): string =>
  seoulTime(now - (Number(period) - 1) * DAY).slice(0, 10)
