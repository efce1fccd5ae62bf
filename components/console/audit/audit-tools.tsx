import { type AuditPeriod, auditNounLabels, auditPeriodLabels, auditPeriods } from '#lib/audit/labels.ts'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { ListPlace, ListState } from '../list-state.ts'
import { ListTools } from '../list-tools.tsx'

export const auditPlace: ListPlace<AuditPeriod> = {
  path: '/admin/audit',
  statuses: auditPeriods,
  preset: undefined,
  filter: { name: 'noun', values: Object.keys(auditNounLabels) },
  numbers: ['actor'],
}

const periodChips = [
  { status: undefined, label: '전체' },
  ...auditPeriods.map((status) => ({ status, label: auditPeriodLabels[status] })),
]

const DAY_MS = 86_400_000

/** First day, as `YYYY-MM-DD` in Seoul, of a period that ends today and includes today. `now` in milliseconds. */
export const firstDayOfPeriod = (period: AuditPeriod, now: number): string =>
  seoulTime(now - (Number(period) - 1) * DAY_MS).slice(0, 10)

interface AuditToolsProps {
  readonly state: ListState<AuditPeriod>
  readonly actors: readonly { readonly id: number; readonly loginId: string }[]
}

/** Toolbar above the audit trail: search and filters by period, kind of action and staff member. */
export function AuditTools({ state, actors }: AuditToolsProps) {
  return (
    <ListTools
      place={auditPlace}
      state={state}
      search="번호, 운영자, 주소, 사유"
      chips={periodChips}
      selects={[
        { name: 'noun', label: '종류', all: '모든 종류', options: Object.entries(auditNounLabels) },
        {
          name: 'actor',
          label: '운영자',
          all: '모든 운영자',
          options: actors.map(({ id, loginId }) => [id, loginId]),
        },
      ]}
      order={null}
    />
  )
}
