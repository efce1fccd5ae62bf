import { type AuditPeriod, auditNouns } from '#lib/audit/labels.ts'
import { type ListState, listHref } from '../list-state.ts'
import { ListTools } from '../list-tools.tsx'
import { SelectFilter } from '../select-filter.tsx'
import { auditPlace, periodChips } from './audit-place.ts'

interface AuditToolsProps {
  readonly state: ListState<AuditPeriod>
  readonly actors: readonly { readonly id: number; readonly loginId: string }[]
}

/** What stands over the trail: its search, when, what and who. */
export function AuditTools({ state, actors }: AuditToolsProps) {
  const { filter, numbers = {} } = state
  const href = (changes: Partial<ListState<AuditPeriod>>) =>
    listHref(auditPlace, { ...state, cursor: undefined, chosen: undefined, ...changes })
  return (
    <ListTools place={auditPlace} state={state} search="번호, 운영자, 주소, 사유" chips={periodChips} order={null}>
      <SelectFilter
        label="종류"
        options={[
          { href: href({ filter: undefined }), label: '모든 종류', current: filter === undefined },
          ...Object.entries(auditNouns).map(([noun, label]) => ({
            href: href({ filter: noun }),
            label,
            current: noun === filter,
          })),
        ]}
      />
      <SelectFilter
        label="운영자"
        options={[
          { href: href({ numbers: {} }), label: '모든 운영자', current: numbers.actor === undefined },
          ...actors.map(({ id, loginId }) => ({
            href: href({ numbers: { actor: id } }),
            label: loginId,
            current: id === numbers.actor,
          })),
        ]}
      />
    </ListTools>
  )
}
