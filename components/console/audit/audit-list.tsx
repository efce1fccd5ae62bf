'use client'

import type { AuditPeriod } from '#lib/audit/labels.ts'
import type { AuditRow } from '#lib/audit/trail/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListState, listHref } from '../list-state.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { auditPlace } from './audit-place.ts'

interface AuditListProps {
  readonly rows: readonly AuditRow[]
  /** Rows that the last proof found not as they were written. */
  readonly touched: readonly number[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly state: ListState<AuditPeriod>
}

const keys = listKeys([])

/** What staff have done, and what the chosen act changed: a list to read. */
export function AuditList({ rows, touched, now, state }: AuditListProps) {
  const selection = useSelection(rows, state.chosen)
  useListKeys(selection)
  return (
    <ListLayout
      selection={selection}
      caption="감사 기록"
      columns={auditColumns(now, touched, (id) => listHref(auditPlace, { ...state, chosen: id }))}
      empty={<NoRows state={state} />}
      titleOf={({ id }) => `감사 ${id}`}
      none="고른 기록 없음"
      choose="목록에서 기록을 고르면 바뀐 것이 여기에 보여요."
      keys={keys}
    >
      {(row) => <AuditDetail row={row} touched={touched.includes(row.id)} />}
    </ListLayout>
  )
}

function NoRows({ state: { q, cursor, filter, status, numbers } }: Pick<AuditListProps, 'state'>) {
  if (q || filter || status || numbers?.actor)
    return <EmptyState title="찾는 기록이 없어요." hint="기간이나 종류를 넓혀 보세요." />
  if (cursor) return <EmptyState title="더 오래된 기록이 없어요." hint="처음으로 돌아가 최신 기록을 확인하세요." />
  return <EmptyState title="기록이 없어요." hint="운영자가 무언가를 바꾸면 여기에 남아요." />
}
