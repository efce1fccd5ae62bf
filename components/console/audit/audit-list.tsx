'use client'

import { auditActionText, auditSubjectText } from '#lib/audit/labels.ts'
import { diffStates } from '#lib/audit/trail/rules.ts'
import type { AuditRow } from '#lib/audit/trail/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { DetailFacts } from '../detail.tsx'
import { column, momentColumn, rightAlignedColumn, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { rowQuery } from '../list-state.ts'
import { PageLink } from '../page-link.tsx'
import { type ListProps, useList } from '../use-list.ts'
import { changedFieldText, changedValueText } from './changed-value.ts'

interface AuditListProps extends Omit<ListProps<AuditRow, string>, 'mayAct'> {
  /** Ids of the rows that the last check of the books found altered. */
  readonly suspectIds: readonly number[]
}

const auditColumnsOf = (suspectIds: readonly number[]): readonly Column<AuditRow>[] => [
  momentColumn('시각', ({ at }) => at, true),
  column('운영자', ({ actorId, actorNo }) => actorId ?? actorNo ?? '시스템', 'line'),
  titleColumn('작업', ({ action }) => auditActionText(action), 'whitespace-nowrap font-semibold'),
  column(
    '대상',
    ({ subjectType, subjectId }) => auditSubjectText(subjectType, subjectId),
    'detail',
    'tabular-nums text-ink-2 wide:max-w-[180px] wide:truncate',
  ),
  column('사유', ({ reason }) => reason ?? '', 'detail', 'text-ink-2 wide:max-w-[220px] wide:truncate'),
  rightAlignedColumn(
    '순번',
    ({ id, seq }) => {
      if (suspectIds.includes(id) || seq === null) return <Badge tone="bad">변조 의심</Badge>
      return <span className="text-ink-3">{seq}</span>
    },
    'badge',
  ),
]

const emptySearchText = ['찾는 기록이 없어요.', '기간이나 종류를 넓혀 보세요.'] as const
const emptyTrailText = ['기록이 없어요.', '운영자가 무언가를 바꾸면 여기에 남아요.'] as const

/** The audit trail and the changed values of the selected row; read-only. */
export function AuditList({ suspectIds, ...props }: AuditListProps) {
  const list = useList(props)
  const { filter, status, numbers } = props.state
  const isNarrowed = filter || status || numbers?.actor
  return (
    <ListPage
      list={list}
      noun="기록"
      caption="감사 기록"
      columns={auditColumnsOf(suspectIds)}
      emptyTexts={
        isNarrowed
          ? { search: emptySearchText, older: emptySearchText, none: emptySearchText }
          : { search: emptySearchText, none: emptyTrailText }
      }
      noSelectionText="목록에서 기록을 고르면 바뀐 내용이 여기에 보여요."
      titleOf={({ id }) => `감사 ${id}`}
      detail={(row) => <AuditDetail row={row} isSuspect={suspectIds.includes(row.id)} />}
    />
  )
}

const subjectPages: Readonly<Record<string, string>> = {
  order: '/admin/orders',
  'auto-order': '/admin/auto-orders',
  member: '/admin/members',
  service: '/admin/services',
  settings: '/admin/settings',
}

/** Query that selects a subject in the list on its page. Members can't be searched for by their id alone. */
const subjectQuery = (subjectType: string, id: number) => (subjectType === 'member' ? rowQuery(id) : { q: id, id })

function SubjectLink({ subjectType, subjectId }: Pick<AuditRow, 'subjectType' | 'subjectId'>) {
  const text = auditSubjectText(subjectType, subjectId)
  const path = subjectPages[subjectType]
  if (!path) return text
  return (
    <PageLink path={path} query={/^\d+$/.test(subjectId) ? subjectQuery(subjectType, Number(subjectId)) : {}}>
      {text}
    </PageLink>
  )
}

/**
 * An audit row in full: time, staff member, subject, reason, IP address, place in the hash chain and changed values. A
 * warning is shown if the row was altered after it was written (`isSuspect`) or has no place in the chain.
 */
function AuditDetail({ row, isSuspect }: { readonly row: AuditRow; readonly isSuspect: boolean }) {
  const { at, actorId, actorNo, reason, address, seq, hash } = row
  return (
    <>
      {(isSuspect || seq === null) && (
        <Notice tone="bad" className="text-s">
          이 기록은 저장된 뒤에 바뀌었을 수 있어요. 정산에서 확인하세요.
        </Notice>
      )}
      <p className="font-semibold">{auditActionText(row.action)}</p>
      <DetailFacts
        facts={[
          ['시각', seoulTime(at)],
          ['운영자', actorId ?? actorNo ?? '시스템'],
          ['대상', <SubjectLink key="subject" {...row} />],
          ['사유', reason],
          ['주소', address],
          ['순번', seq === null ? '순번 없음' : `${formatCount(seq)}번째 · ${hash?.slice(0, 16)}`],
        ]}
      />
      <ChangedValues before={row.before} after={row.after} subject={row.subjectType} />
    </>
  )
}

const changeSides = [
  { side: 'before', tone: 'bg-bad-soft', sign: '−', name: '전' },
  { side: 'after', tone: 'bg-good-soft', sign: '+', name: '후' },
] as const

function ChangedValues({ before, after, subject }: Pick<AuditRow, 'before' | 'after'> & { readonly subject: string }) {
  const { lines, same } = diffStates(before, after)
  if (lines.length === 0) return null
  return (
    <section aria-label="바뀐 내용" className="grid gap-3 rounded-tile border border-line p-4 text-s">
      {lines.map((line) => (
        <div key={line.name} className="grid gap-1">
          <p className="font-semibold wrap-anywhere text-ink-2">
            {changedFieldText(line.name, line.after ?? line.before ?? '')}
          </p>
          {changeSides.map(({ side, tone, sign, name }) => {
            const text = line[side]
            if (text === null) return null
            return (
              <p key={side} className={`flex gap-2 rounded-badge px-2 py-1 text-ink ${tone}`}>
                <span aria-hidden="true" className="select-none">
                  {sign}
                </span>
                <span className="sr-only">{name}</span>
                <span className="whitespace-pre-wrap wrap-anywhere">
                  {changedValueText(text, { field: line.name, subject })}
                </span>
              </p>
            )
          })}
        </div>
      ))}
      {same > 0 && <p className="text-ink-3">그대로인 값 {formatCount(same)}개</p>}
    </section>
  )
}
