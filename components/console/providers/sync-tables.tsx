import { formatCount } from '#lib/money/points.ts'
import { changeLabels, syncRuleLabels } from '#lib/providers/labels.ts'
import type { ServicePreview } from '#lib/providers/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { column, rightColumn } from '../list-columns.tsx'
import { marginText, priceText } from '../services/service-text.ts'

type Effect = ServicePreview['effects'][number]
type Change = ServicePreview['changes'][number]

/** As far as a person reads; all of it is applied. */
const MOST_SHOWN = 200

/** What was beside what will be; alone where it stays. */
function Step({ from, to }: { readonly from: string; readonly to: string }) {
  if (from === to) return <span className="text-ink-3">{to}</span>
  return (
    <span className="whitespace-nowrap">
      <span className="text-ink-3">{from} →</span> <b className="font-semibold">{to}</b>
    </span>
  )
}

const costText = (cost: number | null): string => (cost === null ? '—' : priceText(cost))
const limitsText = (min: number, max: number): string => `${formatCount(min)}~${formatCount(max)}`
const saleText = (isReadOnly: boolean): string => (isReadOnly ? '주문불가' : '판매중')
const marginOf = ({ point, cost }: Effect['before']): string => marginText(point, cost) ?? '—'

const effectColumns: readonly Column<Effect>[] = [
  column(
    '상품',
    ({ serviceId, remoteId, gone }) => (
      <>
        <b className="font-semibold">상품 {serviceId}</b>{' '}
        <span className="text-ink-3">
          공급 {remoteId}
          {gone && ' · 사라짐'}
        </span>
      </>
    ),
    'title',
  ),
  column('규칙', ({ rule }) => syncRuleLabels[rule], 'detail'),
  rightColumn('원가', ({ before, after }) => <Step from={costText(before.cost)} to={costText(after.cost)} />),
  rightColumn(
    '가격',
    ({ before, after }) => <Step from={priceText(before.point)} to={priceText(after.point)} />,
    'line',
  ),
  rightColumn('마진', ({ before, after }) => <Step from={marginOf(before)} to={marginOf(after)} />),
  rightColumn('수량', ({ before, after }) => (
    <Step from={limitsText(before.min, before.max)} to={limitsText(after.min, after.max)} />
  )),
  column(
    '판매',
    ({ before, after }) => <Step from={saleText(before.isReadOnly)} to={saleText(after.isReadOnly)} />,
    'badge',
  ),
]

function changeStep(change: Change) {
  if (change.kind === 'PRICE') return <Step from={change.from} to={change.to} />
  if (change.kind === 'LIMITS') return <Step from={limitsText(...change.from)} to={limitsText(...change.to)} />
  if (change.kind === 'NAME') return <span className="text-ink-3">{change.from}</span>
  return change.kind === 'GONE' ? '—' : change.rate
}

const changeColumns: readonly Column<Change>[] = [
  column(
    '바뀐 점',
    ({ kind }) => (
      <Badge tone={kind === 'GONE' ? 'bad' : kind === 'PRICE' ? 'warn' : 'neutral'}>{changeLabels[kind]}</Badge>
    ),
    'badge',
  ),
  column('공급 번호', ({ remoteId }) => remoteId, 'detail', 'tabular-nums'),
  { key: 'name', head: '공급 상품', cell: ({ name }) => name, className: 'wide:w-full', breaks: true, phone: 'title' },
  rightColumn('내용 (1,000개)', changeStep, 'line'),
]

function Rest({ all }: { readonly all: number }) {
  if (all <= MOST_SHOWN) return null
  return <p className="text-s text-ink-3">처음 {formatCount(MOST_SHOWN)}개만 보여요. 적용은 모두 돼요.</p>
}

/** What a list would do to the shop's own services. */
export function EffectTable({ effects }: { readonly effects: readonly Effect[] }) {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">우리 상품에 생기는 변화</h3>
      <Table
        caption="우리 상품에 생기는 변화"
        dense="tight"
        columns={effectColumns}
        rows={effects.slice(0, MOST_SHOWN)}
        rowKey={(row) => row.serviceId}
        empty={null}
      />
      <Rest all={effects.length} />
    </div>
  )
}

/** How a list differs from the one before. */
export function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">공급사 목록의 변화</h3>
      <Table
        caption="공급사 목록의 변화"
        dense="tight"
        columns={changeColumns}
        rows={changes.slice(0, MOST_SHOWN)}
        rowKey={(row) => `${row.remoteId} ${row.kind}`}
        empty={null}
      />
      <Rest all={changes.length} />
    </div>
  )
}
