'use client'

import { useRef, useState } from 'react'
import { findServiceType, serviceTypeOf } from '#lib/catalog/service-types.ts'
import { formatCount } from '#lib/money/points.ts'
import { isImplausibleMarkUp, markUpText, priceText } from '#lib/money/prices.ts'
import type { ImportPreviewAnswer } from '#lib/providers/import/schema.ts'
import { type ListChangeKind, listChangeKinds, listChangeLabels, syncRuleLabels } from '#lib/providers/labels.ts'
import { Badge, Notice, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, type PhonePlace, Table, type TableProps } from '../../ui/table.tsx'
import { column, rightAlignedColumn } from '../list-columns.tsx'
import { useConsoleCall } from '../use-console-call.ts'

type ShopEffect = ImportPreviewAnswer['effects'][number]
type ServiceChange = ImportPreviewAnswer['changes'][number]

/**
 * Maximum number of differences shown in one table. Applying the list also applies the differences that are not shown.
 */
const MAX_SHOWN_ROWS = 200

/** A value before and after a sync, or one value if it doesn't change. */
function OldAndNew({ from, to }: { readonly from: string; readonly to: string }) {
  if (from === to) return <span className="text-ink-3">{to}</span>
  return (
    <span className="whitespace-nowrap">
      <span className="text-ink-3">{from} →</span> <b className="font-semibold">{to}</b>
    </span>
  )
}

const limitsText = (min: number, max: number): string => `${formatCount(min)}~${formatCount(max)}`

/** Makes a column that shows a value of the shop's service before and after the sync. */
const oldAndNewColumn = (
  head: string,
  textOf: (side: ShopEffect['before']) => string,
  phone: PhonePlace = 'detail',
  makeColumn = rightAlignedColumn<ShopEffect>,
): Column<ShopEffect> =>
  makeColumn(head, ({ before, after }) => <OldAndNew from={textOf(before)} to={textOf(after)} />, phone)

const marginOf = ({ point, cost }: ShopEffect['before']): string => markUpText(point, cost) ?? '—'
const hasImplausibleMargin = ({ after }: ShopEffect): boolean => isImplausibleMarkUp(after.point, after.cost)

const effectColumns: readonly Column<ShopEffect>[] = [
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
  oldAndNewColumn('원가', ({ cost }) => (cost === null ? '—' : priceText(cost))),
  oldAndNewColumn('가격', ({ point }) => priceText(point), 'line'),
  rightAlignedColumn(
    '가산율',
    (effect) => (
      <span className={hasImplausibleMargin(effect) ? 'text-warn' : undefined}>
        <OldAndNew from={marginOf(effect.before)} to={marginOf(effect.after)} />
      </span>
    ),
    'detail',
  ),
  oldAndNewColumn('수량', ({ min, max }) => limitsText(min, max)),
  oldAndNewColumn('판매', ({ isReadOnly }) => (isReadOnly ? '주문불가' : '판매중'), 'badge', column),
]

/** A rate, given as decimal text, with its thousands separated. */
function rateText(rate: string): string {
  const [whole = '', decimals] = rate.split('.')
  return `${formatCount(Number(whole))}${decimals === undefined ? '' : `.${decimals}`}`
}

/** Name of a service's type; the provider's own word for a type that the shop doesn't know. */
function typeText(type: string): string {
  const known = findServiceType(type)
  return known ? serviceTypeOf(known).label : type
}

function changeCellOf(change: ServiceChange) {
  if (change.kind === 'PRICE') return <OldAndNew from={rateText(change.from)} to={rateText(change.to)} />
  if (change.kind === 'TYPE') return <OldAndNew from={typeText(change.from)} to={typeText(change.to)} />
  if (change.kind === 'LIMITS') return <OldAndNew from={limitsText(...change.from)} to={limitsText(...change.to)} />
  if (change.kind === 'NAME') return <span className="text-ink-3">{change.from}</span>
  return change.kind === 'GONE' ? '—' : rateText(change.rate)
}

const changeTone = (kind: ListChangeKind): Tone => (kind === 'GONE' ? 'bad' : kind === 'PRICE' ? 'warn' : 'neutral')

/** Columns of the changes in a provider's list. `currency` is the currency of its prices; null if that isn't known. */
const changeColumnsIn = (currency: string | null): readonly Column<ServiceChange>[] => [
  column('바뀐 점', ({ kind }) => <Badge tone={changeTone(kind)}>{listChangeLabels[kind]}</Badge>, 'badge'),
  column('공급 번호', ({ remoteId }) => remoteId, 'detail', 'tabular-nums'),
  { key: 'name', head: '공급 상품', cell: ({ name }) => name, className: 'wide:w-full', breaks: true, phone: 'title' },
  rightAlignedColumn(currency ? `내용 (1,000개당 ${currency})` : '내용 (1,000개당)', changeCellOf, 'line'),
]

type DifferencesProps<Row> = Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'rowKey'>

/** Table of differences between two lists, with its heading. At most MAX_SHOWN_ROWS are shown. */
function Differences<Row>({ caption, rows, ...table }: DifferencesProps<Row>) {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{caption}</h3>
      <Table {...table} caption={caption} dense="tight" rows={rows.slice(0, MAX_SHOWN_ROWS)} empty={null} />
      {rows.length > MAX_SHOWN_ROWS && (
        <p className="text-s text-ink-3">처음 {formatCount(MAX_SHOWN_ROWS)}개만 보여요. 적용은 모두 돼요.</p>
      )}
    </div>
  )
}

/** Text of the button that applies a list; `effects` is the number of the shop's services that it changes. */
const applyText = (effects: number): string =>
  effects > 0 ? `적용하고 상품 ${formatCount(effects)}개 바꾸기` : '목록 적용하기'

type AppliedCounts = { readonly changes: number; readonly effects: number }

interface SyncPanelProps {
  readonly providerId: number
  /** The provider's currency; null if it isn't known. */
  readonly currency: string | null
  /** If true, the button that loads the list has the accent colour, because that is what to do next. */
  readonly isNext: boolean
}

/**
 * Sync of a provider's list in two steps: first a preview of the changes in the list and of their effect on the shop,
 * then a button that applies them.
 */
export function SyncPanel({ providerId, currency, isNext }: SyncPanelProps) {
  const checkButton = useRef<HTMLButtonElement>(null)
  const [preview, setPreview] = useState<ImportPreviewAnswer | null>(null)
  const { busy, run } = useConsoleCall()
  const path = `/api/admin/providers/${providerId}/services`
  async function loadPreview() {
    const answer = await run<ImportPreviewAnswer>({ method: 'POST', path: `${path}/preview` })
    setPreview(answer?.ok ? answer.body : null)
  }
  async function apply() {
    if (!preview) return
    const done = ({ changes, effects }: AppliedCounts) =>
      `목록의 바뀐 점 ${formatCount(changes)}개를 적용했어요. 상품 ${formatCount(effects)}개가 바뀌었어요.`
    const answer = await run<AppliedCounts>({
      method: 'POST',
      path: `${path}/apply`,
      body: { previewId: preview.previewId },
      done,
    })
    // The preview was either applied or refused as outdated, so it is of no more use.
    if (answer) closePreview()
  }
  /** Removes the preview together with its focused button, and focuses the button that loads the list. */
  function closePreview() {
    setPreview(null)
    checkButton.current?.focus()
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-ink-2">
          공급사의 목록을 지금 읽어 바뀐 점을 먼저 보여 줘요. 적용하기 전에는 아무것도 바뀌지 않아요.
        </p>
        <Button
          ref={checkButton}
          size="s"
          tone={preview || !isNext ? 'plain' : 'main'}
          busy={busy}
          onClick={loadPreview}
          className="ml-auto"
        >
          지금 목록 확인
        </Button>
      </div>
      {preview && (
        <section aria-label="바뀐 점" aria-live="polite" className="grid grid-cols-1 gap-4">
          <PreviewCounts preview={preview} />
          <ImplausibleMarginNotice effects={preview.effects} />
          {preview.effects.length > 0 && (
            <Differences
              caption="우리 상품에 생기는 변화"
              columns={effectColumns}
              rows={preview.effects}
              rowKey={(row) => row.serviceId}
            />
          )}
          {preview.changes.length > 0 && (
            <Differences
              caption="공급사 목록의 변화"
              columns={changeColumnsIn(currency)}
              rows={preview.changes}
              rowKey={(row) => `${row.remoteId} ${row.kind}`}
            />
          )}
          <div className="sticky bottom-0 cramped:static flex flex-wrap justify-end gap-2 border-t border-line bg-card py-3">
            <Button onClick={closePreview}>적용하지 않기</Button>
            <Button tone="main" busy={busy} onClick={apply}>
              {applyText(preview.counts.EFFECTS ?? 0)}
            </Button>
          </div>
        </section>
      )}
    </>
  )
}

/**
 * Warns of services whose mark-up would exceed the maximum that staff can set. The cost or the provider's id of such a
 * service is probably wrong.
 */
export function ImplausibleMarginNotice({ effects }: { readonly effects: readonly ShopEffect[] }) {
  const implausibleEffects = effects.filter(hasImplausibleMargin)
  if (implausibleEffects.length === 0) return null
  return (
    <Notice tone="warn" role="alert">
      가산율이 10,000%를 넘는 상품이 {formatCount(implausibleEffects.length)}개 있어요. 공급 번호와 환율이 맞는지 확인한
      뒤 적용해 주세요.
    </Notice>
  )
}

function PreviewCounts({ preview }: { readonly preview: ImportPreviewAnswer }) {
  const { counts, suspicious } = preview
  const kinds = listChangeKinds.filter((kind: ListChangeKind) => counts[kind])
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 tabular-nums">
        <span className="font-semibold">목록 {formatCount(counts.LISTED ?? 0)}개</span>
        {kinds.map((kind) => (
          <Badge key={kind} tone={changeTone(kind)}>
            {listChangeLabels[kind]} {formatCount(counts[kind] ?? 0)}
          </Badge>
        ))}
        {kinds.length === 0 && <span className="text-ink-3">지난번과 같아요.</span>}
        {counts.REFUSED ? (
          <span className="text-s text-ink-3">읽을 수 없어 뺀 줄 {formatCount(counts.REFUSED)}개</span>
        ) : null}
      </p>
      {suspicious && (
        <Notice tone="bad" role="alert">
          상품의 절반 이상이 사라졌거나 이전 가격의 5분의 1보다 싸졌어요. 목록이 잘렸거나 단위나 통화가 잘못됐을 수
          있으니 공급사에 확인한 뒤 적용하세요.
        </Notice>
      )}
    </div>
  )
}
