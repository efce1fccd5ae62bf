import type { ReactNode } from 'react'
import { nothingToChooseHints } from '#lib/catalog/labels.ts'
import { formatCount } from '#lib/money/points.ts'
import { markUpText, priceText } from '#lib/money/prices.ts'
import { takeOverGroupLabels, takeOverGroups, takeOverTexts } from '#lib/providers/labels.ts'
import type { TakeOverPreview } from '#lib/providers/take-over/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { column, rightAlignedColumn } from '../list-columns.tsx'

type PlannedCategory = TakeOverPreview['categories'][number]
type PlannedService = TakeOverPreview['services'][number]

interface PreviewProps {
  readonly preview: TakeOverPreview
  readonly platforms: readonly { readonly id: number; readonly text: string }[]
  /**
   * Ids of the platforms that staff chose, by the name of the provider's category; null leaves a category out. The last
   * choice may not be in the preview yet.
   */
  readonly choices: Readonly<Record<string, number | null>>
  /**
   * Called when staff choose the platform for a category of the provider. Null leaves the services of the category out;
   * undefined lets the server guess the platform from the name again.
   */
  readonly onChoose: (category: string, platform: number | null | undefined) => unknown
  readonly children: ReactNode
}

/** Value of the option that leaves a category out. */
const LEFT_OUT = 0

/**
 * Preview of a take-over: how many services of the list are in each group, the platform chosen for each category of the
 * provider, and prices. Of a long list, only the services with the highest prices are shown.
 */
export function TakeOverPreviewTables({ preview, platforms, choices, onChoose, children }: PreviewProps) {
  const { counts, categories, services } = preview
  const undecidedCount = categories.filter(({ platformId, isSkipped }) => platformId === null && !isSkipped).length
  const options = [
    ...platforms.map(({ id, text }) => ({ value: id, label: text })),
    { value: LEFT_OUT, label: takeOverTexts.leaveOut },
  ]
  const columns: readonly Column<PlannedCategory>[] = [
    column(
      '공급사 카테고리',
      ({ category }) => <span className="wrap-anywhere">{category || '이름 없음'}</span>,
      'title',
      'wide:w-1/2',
    ),
    rightAlignedColumn('상품', ({ services: count }) => `${formatCount(count)}개`, 'line'),
    column(
      '플랫폼',
      ({ category, platformId, isSkipped }) => (
        <SelectField
          label={`${category || '이름 없음'} 플랫폼`}
          labelHidden
          dense
          placeholder="플랫폼 고르기"
          options={options}
          value={category in choices ? (choices[category] ?? LEFT_OUT) : isSkipped ? LEFT_OUT : (platformId ?? '')}
          onChange={({ target: { value } }) => onChoose(category, value === '' ? undefined : Number(value) || null)}
        />
      ),
      'detail',
      'min-w-40',
    ),
    column(
      '상점 카테고리',
      ({ text, isNew, platformId }) =>
        platformId === null ? (
          '—'
        ) : (
          <span className="wrap-anywhere">
            {text} {isNew && <Badge tone="main">새로 추가</Badge>}
          </span>
        ),
      'detail',
    ),
  ]
  return (
    <section aria-label="가져오기 미리보기" aria-live="polite" className="grid gap-4">
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-s tabular-nums">
        <div className="flex gap-1.5 font-semibold">
          <dt>목록</dt>
          <dd>{formatCount(counts.listed)}개</dd>
        </div>
        {takeOverGroups
          .filter((group) => counts.groups[group] > 0)
          .map((group) => (
            <div key={group} className="flex gap-1.5">
              <dt className="text-ink-3">{takeOverGroupLabels[group]}</dt>
              <dd>{formatCount(counts.groups[group])}개</dd>
            </div>
          ))}
      </dl>
      {undecidedCount > 0 && (
        <p className="text-s text-warn">
          {platforms.length > 0 ? takeOverTexts.asked(undecidedCount) : nothingToChooseHints.platforms}
        </p>
      )}
      <Table
        caption="카테고리"
        dense="tight"
        columns={columns}
        rows={categories}
        rowKey={(row) => row.category}
        empty={null}
      />
      <Table
        caption="가격"
        dense="tight"
        columns={serviceColumns}
        rows={services}
        rowKey={(row) => row.remoteId}
        empty={null}
      />
      {counts.listed > services.length && (
        <p className="text-s text-ink-3">
          비싼 상품부터 {formatCount(services.length)}개만 보여요. 가져오기는 모두에 적용돼요.
        </p>
      )}
      <div className="flex justify-end">{children}</div>
    </section>
  )
}

const serviceColumns: readonly Column<PlannedService>[] = [
  column('번호', ({ remoteId }) => remoteId, 'detail', 'text-ink-3 tabular-nums'),
  column('공급 상품', ({ name }) => <span className="line-clamp-2 wrap-anywhere">{name}</span>, 'title', 'wide:w-full'),
  rightAlignedColumn('원가 (1개)', ({ cost }) => priceText(cost), 'detail'),
  rightAlignedColumn(
    '가격 (1개)',
    ({ point, group }) => (group === 'TOO_DEAR' ? '—' : <b>{priceText(point)}</b>),
    'amount',
  ),
  rightAlignedColumn('가산율', ({ point, cost }) => markUpText(point, cost) ?? '—', 'detail'),
  column(
    '결과',
    ({ group }) => <Badge tone={group === 'NEW' ? 'good' : 'neutral'}>{takeOverGroupLabels[group]}</Badge>,
    'badge',
  ),
]
