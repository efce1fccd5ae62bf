import { priceRefusalLabels } from '#lib/catalog/labels.ts'
import { withoutFlags } from '#lib/catalog/rules.ts'
import type { PricePreview } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { Notice } from '../../ui/badge.tsx'
import { isBelowCost, marginText, priceText } from './service-text.ts'

/** As far as a person reads; the counts are of all. */
const MOST_SHOWN = 100

const warnings = ({ counts }: PricePreview): readonly string[] =>
  [
    [counts.belowCost, '개는 원가보다 싸집니다.'],
    [counts.refused, '개는 바뀌지 않습니다. 이유는 아래에 있어요.'],
    [counts.following, '개는 공급사 가격을 따라가서 다음 동기화 때 다시 바뀝니다.'],
  ].flatMap(([count, text]) => (Number(count) > 0 ? [`${formatCount(Number(count))}${text}`] : []))

/** What a change of prices would come to: how many, what to mind, and each old price beside its new one. */
export function PriceRows({ preview }: { readonly preview: PricePreview }) {
  const { counts } = preview
  const rows = preview.rows.slice(0, MOST_SHOWN)
  const told = warnings(preview)
  return (
    <section aria-label="미리보기" className="grid gap-3" aria-live="polite">
      <p className="font-semibold tabular-nums">
        {formatCount(counts.found)}개 중 {formatCount(counts.changed)}개가 바뀝니다.
      </p>
      {told.length > 0 && (
        <Notice tone="warn" className="grid gap-1 text-s">
          {told.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      {rows.length > 0 && (
        <ol className="grid rounded-field bg-sunken px-3 text-s">
          {rows.map((row) => (
            <li
              key={row.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2 first:border-t-0"
            >
              <span className="line-clamp-2 wrap-anywhere">
                <span className="text-ink-3">{row.id}</span> {withoutFlags(row.text, 'mobile')}
              </span>
              <Outcome row={row} />
            </li>
          ))}
        </ol>
      )}
      {counts.changed + counts.refused > rows.length && (
        <p className="text-s text-ink-3">처음 {formatCount(rows.length)}개만 보여요. 바뀌는 것은 모두예요.</p>
      )}
    </section>
  )
}

function Outcome({ row }: { readonly row: PricePreview['rows'][number] }) {
  const { from, to, cost, refusal } = row
  if (to === null)
    return (
      <span className="text-right text-warn">
        {priceText(from)} 그대로
        <span className="block">{refusal && priceRefusalLabels[refusal]}</span>
      </span>
    )
  const margin = marginText(to, cost)
  return (
    <span className="text-right whitespace-nowrap tabular-nums">
      <span className="text-ink-3">{priceText(from)} →</span> <b className="font-semibold">{priceText(to)}</b>
      {margin && (
        <span className={`block ${isBelowCost(to, cost) ? 'font-semibold text-bad' : 'text-ink-3'}`}>
          마진 {marginText(from, cost)} → {margin}
        </span>
      )}
    </span>
  )
}
