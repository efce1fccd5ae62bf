import { auditNounLabels } from '#lib/audit/labels.ts'
import type { ListState, ListUrl } from '../list-state.ts'
import { ListTools } from '../list-tools.tsx'

export const auditListUrl: ListUrl<string> = {
  path: '/admin/audit',
  statuses: [],
  defaultStatus: undefined,
  filter: { name: 'noun', values: Object.keys(auditNounLabels) },
  numbers: ['actor'],
  days: true,
}

interface AuditToolsProps {
  readonly state: ListState<string>
  /** Today in Seoul, as yyyy-MM-dd. */
  readonly today: string
  /** The staff members that the filter offers. */
  readonly actors: readonly { readonly id: number; readonly loginId: string }[]
}

/** Toolbar above the audit trail: search and filters by days, kind of action and staff member. */
export function AuditTools({ state, today, actors }: AuditToolsProps) {
  return (
    <ListTools
      listUrl={auditListUrl}
      state={state}
      search="번호, 운영자, 주소, 사유"
      chips={[]}
      today={today}
      selects={[
        { name: 'noun', label: '종류', all: '모든 종류', options: Object.entries(auditNounLabels) },
        {
          name: 'actor',
          label: '운영자',
          all: '모든 운영자',
          options: actors.map(({ id, loginId }) => [id, loginId]),
        },
      ]}
      defaultSortLabel={null}
    />
  )
}
