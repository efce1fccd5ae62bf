'use client'

import { type AuditPeriod, actionText, subjectText } from '#lib/audit/labels.ts'
import type { AuditRow } from '#lib/audit/trail/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { column, momentColumn, rightColumn, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { type ListProps, useList } from '../use-list.ts'
import { AuditDetail } from './audit-detail.tsx'
import { auditPlace } from './audit-place.ts'

interface AuditListProps extends Omit<ListProps<AuditRow, AuditPeriod>, 'place' | 'mayAct'> {
  /** Ids of the rows that the last check of the books found altered. */
  readonly touched: readonly number[]
}

const columnsOf = (touched: readonly number[]): readonly Column<AuditRow>[] => [
  momentColumn('시각', ({ at }) => at),
  column('운영자', ({ actorId, actorNo }) => actorId ?? actorNo ?? '작업자', 'line'),
  titleColumn('한 일', ({ action }) => actionText(action), 'whitespace-nowrap font-semibold'),
  column(
    '대상',
    ({ subjectType, subjectId }) => subjectText(subjectType, subjectId),
    'detail',
    'tabular-nums text-ink-2 wide:max-w-[180px] wide:truncate',
  ),
  column('사유', ({ reason }) => reason ?? '', 'detail', 'text-ink-2 wide:max-w-[220px] wide:truncate'),
  rightColumn(
    '사슬',
    ({ id, seq }) => {
      if (touched.includes(id) || seq === null) return <Badge tone="bad">손댄 흔적</Badge>
      return <span className="text-ink-3">{seq}</span>
    },
    'badge',
  ),
]

const narrowed = ['찾는 기록이 없어요.', '기간이나 종류를 넓혀 보세요.'] as const
const none = ['기록이 없어요.', '운영자가 무언가를 바꾸면 여기에 남아요.'] as const

/** The audit trail and the changed values of the selected row; read-only. */
export function AuditList({ touched, ...props }: AuditListProps) {
  const list = useList({ ...props, place: auditPlace })
  const { filter, status, numbers } = props.state
  const isNarrowed = filter || status || numbers?.actor
  return (
    <ListPage
      list={list}
      noun="기록"
      caption="감사 기록"
      columns={columnsOf(touched)}
      empty={isNarrowed ? { search: narrowed, older: narrowed, none: narrowed } : { search: narrowed, none }}
      choose="목록에서 기록을 고르면 바뀐 것이 여기에 보여요."
      titleOf={({ id }) => `감사 ${id}`}
      detail={(row) => <AuditDetail row={row} touched={touched.includes(row.id)} />}
    />
  )
}
