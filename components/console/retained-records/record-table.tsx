import { formatCount } from '#lib/money/points.ts'
import { recordFieldLabels, recordKindLabels } from '#lib/retained-records/labels.ts'
import type { RetainedRecord, RetainedRecords } from '#lib/retained-records/schema.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { column } from '../list-columns.tsx'

function valueText(field: string, value: string | number): string {
  if (field === 'at') return seoulTime(String(value))
  return typeof value === 'number' && field !== 'serviceId' ? formatCount(value) : String(value)
}

/** The fields of a record that have a value and a name, each on a line. */
function RecordData({ data }: Pick<RetainedRecord, 'data'>) {
  if (data === null)
    return <span className="text-bad">열 수 없는 기록이에요. AUTH_SECRET이 바뀌었는지 확인해 주세요.</span>
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 py-2 text-left">
      {Object.entries(data).flatMap(([field, value]) => {
        const label = recordFieldLabels[field]
        if (!label || value === null || value === '') return []
        return [
          <dt key={`${field} term`} className="text-ink-3">
            {label}
          </dt>,
          <dd key={field} className="wrap-anywhere">
            {valueText(field, value)}
          </dd>,
        ]
      })}
    </dl>
  )
}

const columns: readonly Column<RetainedRecord>[] = [
  column(
    '종류',
    ({ kind, refId }) => `${recordKindLabels[kind]} ${refId}`,
    'title',
    'align-top whitespace-nowrap wide:pt-2.5',
  ),
  { key: 'data', head: '내용', cell: (record) => <RecordData {...record} />, phone: 'line', breaks: true },
  column('기록한 때', ({ recordedAt }) => seoulTime(recordedAt), 'detail', 'align-top tabular-nums wide:pt-2.5'),
  column(
    '보관 기한',
    ({ keepUntil }) => seoulTime(keepUntil).slice(0, 10),
    'badge',
    'align-top tabular-nums whitespace-nowrap wide:pt-2.5',
  ),
]

interface RecordTableProps {
  readonly found: RetainedRecords | null
  readonly busy: boolean
  readonly onMore: () => void
}

/** What is retained of one former member, newest first. */
export function RecordTable({ found, busy, onMore }: RecordTableProps) {
  if (!found)
    return <EmptyState title="아직 열람한 기록이 없어요." hint="회원번호나 아이디와 사유를 입력하면 여기에 보여요." />
  return (
    <div className="grid gap-3" aria-live="polite">
      <p className="text-s text-ink-2">
        탈퇴 회원 {found.memberNo} · 기록 {formatCount(found.total)}건
      </p>
      <Table
        caption="보관 기록"
        dense
        columns={columns}
        rows={found.rows}
        rowKey={({ id }) => id}
        empty={<EmptyState title="보관 중인 기록이 없어요." />}
      />
      {found.nextCursor !== null && (
        <Button busy={busy} onClick={onMore}>
          이전 기록 더 보기
        </Button>
      )}
    </div>
  )
}
