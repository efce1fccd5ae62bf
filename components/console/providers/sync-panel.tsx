'use client'

import { useState } from 'react'
import { formatCount } from '#lib/money/points.ts'
import { type ChangeKind, changeKinds, changeLabels, syncRuleLabels } from '#lib/providers/labels.ts'
import type { ServicePreview } from '#lib/providers/schema.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { column, rightColumn } from '../list-columns.tsx'
import { marginText, priceText } from '../services/service-text.ts'
import { useConsoleCall } from '../use-console-call.ts'

type Effect = ServicePreview['effects'][number]
type Change = ServicePreview['changes'][number]

/** Largest number of rows shown; all of them are applied. */
const MOST_SHOWN = 200

/** Old and new value, or one value if they are equal. */
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

/** The changes that a provider's list would make to the shop's services. */
function EffectTable({ effects }: { readonly effects: readonly Effect[] }) {
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

/** The differences between a provider's list and the one before. */
function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
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

type Applied = { readonly changes: number; readonly effects: number }

/** Loads a provider's list, shows the differences and their effect on the shop, and applies them only after that. */
export function SyncPanel({ providerId }: { readonly providerId: number }) {
  const [preview, setPreview] = useState<ServicePreview | null>(null)
  const { busy, run } = useConsoleCall()
  const path = `/api/admin/providers/${providerId}/services`
  async function look() {
    const answer = await run<ServicePreview>({ method: 'POST', path: `${path}/preview` })
    setPreview(answer?.ok ? answer.body : null)
  }
  async function apply() {
    if (!preview) return
    const done = ({ changes, effects }: Applied) =>
      `목록의 바뀐 점 ${formatCount(changes)}개를 적용했습니다. 상품 ${formatCount(effects)}개가 바뀌었습니다.`
    const answer = await run<Applied>({
      method: 'POST',
      path: `${path}/apply`,
      body: { previewId: preview.previewId },
      done,
    })
    // The preview was applied or refused as outdated: either way it no longer holds.
    if (answer) setPreview(null)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-ink-2">
          공급사의 목록을 지금 읽어 바뀐 점을 먼저 보여 줘요. 적용하기 전에는 아무것도 바뀌지 않아요.
        </p>
        <Button size="s" tone={preview ? 'plain' : 'main'} busy={busy} onClick={look} className="ml-auto">
          지금 목록 확인
        </Button>
      </div>
      {preview && (
        <section aria-label="바뀐 점" aria-live="polite" className="grid gap-4">
          <Counts preview={preview} />
          {preview.effects.length > 0 && <EffectTable effects={preview.effects} />}
          {preview.changes.length > 0 && <ChangeTable changes={preview.changes} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setPreview(null)}>적용하지 않음</Button>
            <Button tone="main" busy={busy} onClick={apply}>
              적용 · 상품 {formatCount(preview.counts.EFFECTS ?? 0)}개 변경
            </Button>
          </div>
        </section>
      )}
    </>
  )
}

function Counts({ preview }: { readonly preview: ServicePreview }) {
  const { counts, suspicious } = preview
  const kinds = changeKinds.filter((kind: ChangeKind) => counts[kind])
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 tabular-nums">
        <span className="font-semibold">목록 {formatCount(counts.LISTED ?? 0)}개</span>
        {kinds.map((kind) => (
          <Badge key={kind} tone={kind === 'GONE' ? 'bad' : kind === 'PRICE' ? 'warn' : 'neutral'}>
            {changeLabels[kind]} {formatCount(counts[kind] ?? 0)}
          </Badge>
        ))}
        {kinds.length === 0 && <span className="text-ink-3">지난번과 같아요.</span>}
        {counts.REFUSED ? (
          <span className="text-s text-ink-3">읽을 수 없어 뺀 줄 {formatCount(counts.REFUSED)}개</span>
        ) : null}
      </p>
      {suspicious && (
        <Notice tone="bad" role="alert">
          목록의 절반 넘게 사라졌어요. 공급사가 목록을 잘라 보냈을 수 있으니 확인한 뒤 적용하세요.
        </Notice>
      )}
    </div>
  )
}
