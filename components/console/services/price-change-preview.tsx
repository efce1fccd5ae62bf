'use client'

import type { Ref } from 'react'
import {
  leaveOutOutliersLabel,
  newPriceWarningLabels,
  priceChangeWarnings,
  repricingGroupLabels,
  repricingGroups,
} from '#lib/catalog/labels.ts'
import type { PricePreview } from '#lib/catalog/price-change-schema.ts'
import { withoutFlags } from '#lib/catalog/rules.ts'
import { formatCount } from '#lib/money/points.ts'
import { isBelowCost, markUpText, priceText } from '#lib/money/prices.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choice.tsx'

/** Maximum number of services listed in the preview; its counts also cover the others. */
const MAX_SHOWN_ROWS = 100

type PreviewRow = PricePreview['rows'][number]

interface PriceChangePreviewProps {
  /** The section of the preview, which the dialog focuses when the preview has loaded. */
  readonly ref: Ref<HTMLElement>
  readonly preview: PricePreview
  /**
   * Whether outliers are left out: services whose new price would be below cost or change by a lot (`outlierWarnings`).
   */
  readonly leavesOut: boolean
  readonly onLeaveOut: (leavesOut: boolean) => void
  /** Called when Enter is pressed while the section itself has the focus, as it has once the preview has loaded. */
  readonly onEnter: () => void
}

/**
 * Preview of a bulk price change: the count of services in each group, warnings, a checkbox that leaves outliers out,
 * and the old and new prices of at most MAX_SHOWN_ROWS services.
 */
export function PriceChangePreview({ ref, preview, leavesOut, onLeaveOut, onEnter }: PriceChangePreviewProps) {
  const { counts } = preview
  const rows = preview.rows.slice(0, MAX_SHOWN_ROWS)
  const warnings = priceChangeWarnings(counts)
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="미리보기"
      // Ignores repeats of the Enter that requested the preview and is still held down, and Enter on the checkbox
      // inside.
      onKeyDown={({ key, repeat, target, currentTarget }) => {
        if (key === 'Enter' && !repeat && target === currentTarget) onEnter()
      }}
      className="grid gap-3 outline-none"
    >
      <p role="status" className="font-semibold tabular-nums">
        {formatCount(counts.chosen)}개 중 {formatCount(counts.groups.CHANGED)}개의 가격이 바뀌어요.
      </p>
      <RepricingGroups counts={counts} />
      {warnings.length > 0 && (
        <Notice tone="warn" className="grid gap-1 text-s">
          {warnings.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      {counts.outliers > 0 && (
        <Checkbox
          label={leaveOutOutliersLabel(counts.outliers)}
          checked={leavesOut}
          onChange={({ target }) => onLeaveOut(target.checked)}
        />
      )}
      {rows.length > 0 && (
        <ol className="grid rounded-field bg-sunken px-3 text-s">
          {rows.map((row) => (
            <li
              key={row.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2 first:border-t-0"
            >
              <span className="grid content-start justify-items-start gap-1">
                <span className="line-clamp-2 wrap-anywhere">
                  <span className="text-ink-3">{row.id}</span> {withoutFlags(row.text, 'mobile')}
                </span>
                {row.marks.length > 0 && (
                  <span className="flex flex-wrap gap-1">
                    {row.marks.map((mark) => (
                      <Badge key={mark} tone={mark === 'UNROUNDED' ? 'neutral' : 'bad'}>
                        {newPriceWarningLabels[mark]}
                      </Badge>
                    ))}
                  </span>
                )}
              </span>
              <PriceOutcome row={row} />
            </li>
          ))}
        </ol>
      )}
      {counts.chosen > rows.length && (
        <p className="text-s text-ink-3">
          눈여겨볼 상품부터 {formatCount(rows.length)}개만 보여요. 바꾸기는 모두에 적용돼요.
        </p>
      )}
    </section>
  )
}

/**
 * Number of the chosen services in each group (the price changes, is the same already, or stays for another reason),
 * and of all of them. Renders nothing if all are in one group.
 */
function RepricingGroups({ counts: { groups, chosen } }: { readonly counts: PricePreview['counts'] }) {
  const shown = repricingGroups.filter((group) => groups[group] > 0)
  if (shown.length < 2) return null
  const lines = [
    ...shown.map((group) => [repricingGroupLabels[group], groups[group]] as const),
    ['모두', chosen] as const,
  ]
  return (
    <dl className="grid gap-1 rounded-field bg-sunken px-3 py-2 text-s tabular-nums">
      {lines.map(([label, count]) => (
        <div
          key={label}
          className="flex justify-between gap-3 last:border-t last:border-line last:pt-1 last:font-semibold"
        >
          <dt>{label}</dt>
          <dd>{formatCount(count)}개</dd>
        </div>
      ))}
    </dl>
  )
}

function PriceOutcome({ row: { from, to, cost, group } }: { readonly row: PreviewRow }) {
  if (to === null)
    return (
      <span className="max-w-44 text-right text-warn">
        {priceText(from)}
        <span className="block">{repricingGroupLabels[group]}</span>
      </span>
    )
  const margin = markUpText(to, cost)
  return (
    <span className="text-right whitespace-nowrap tabular-nums">
      <span className="text-ink-3">{priceText(from)} →</span> <b className="font-semibold">{priceText(to)}</b>
      {margin && (
        <span className={`block ${isBelowCost(to, cost) ? 'font-semibold text-bad' : 'text-ink-3'}`}>
          가산율 {markUpText(from, cost)} → {margin}
        </span>
      )}
    </span>
  )
}
