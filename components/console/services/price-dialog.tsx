'use client'

import { type FormEvent, useState } from 'react'
import {
  type PriceChangeKind,
  priceChangeLabels,
  priceChanges,
  priceRefusalLabels,
  type Rounding,
  roundingLabels,
  roundingSteps,
  roundings,
} from '#lib/catalog/labels.ts'
import { withoutFlags } from '#lib/catalog/rules.ts'
import type { PriceChangeInput, PricePreview, ServiceFilter } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { textOf } from '../../ui/use-form.ts'
import { numberOf } from '../editable-list/draft.ts'
import { useConsoleCall } from '../use-console-call.ts'
import { isBelowCost, marginText, priceText } from './service-text.ts'

const APPLIED = '/api/admin/services/prices/apply'
const PREVIEWED = '/api/admin/services/prices/preview'

type Shown = { readonly input: PriceChangeInput; readonly preview: PricePreview }

/**
 * Calls that preview a change of many prices and apply it; the server refuses to apply a preview whose result would
 * differ by now.
 */
function usePriceChange(onDone: () => void) {
  const { busy, run } = useConsoleCall()
  const [shown, setShown] = useState<Shown | null>(null)
  async function preview(input: PriceChangeInput) {
    const answer = await run<PricePreview>({ method: 'POST', path: PREVIEWED, body: input })
    setShown(answer?.ok ? { input, preview: answer.body } : null)
  }
  async function apply() {
    if (!shown) return
    const body = { ...shown.input, digest: shown.preview.digest }
    const done = ({ changed }: { changed: number }) => `상품 ${formatCount(changed)}개의 가격을 바꿨습니다.`
    const answer = await run<{ changed: number }>({ method: 'POST', path: APPLIED, body, done })
    if (answer?.ok) onDone()
    // The refused preview no longer holds.
    else if (answer) setShown(null)
  }
  return { busy, preview, apply, shown: shown?.preview ?? null, forget: () => setShown(null) }
}

/** Largest number of rows shown; the counts cover all of them. */
const MOST_SHOWN = 100

const warnings = ({ counts }: PricePreview): readonly string[] =>
  [
    [counts.belowCost, '개는 원가보다 싸집니다.'],
    [counts.refused, '개는 바뀌지 않습니다. 이유는 아래에 있어요.'],
    [counts.following, '개는 공급사 가격을 따라가서 다음 동기화 때 다시 바뀝니다.'],
  ].flatMap(([count, text]) => (Number(count) > 0 ? [`${formatCount(Number(count))}${text}`] : []))

/** Preview of a price change: counts, warnings, and each old price beside the new one. */
function PriceRows({ preview }: { readonly preview: PricePreview }) {
  const { counts } = preview
  const rows = preview.rows.slice(0, MOST_SHOWN)
  const texts = warnings(preview)
  return (
    <section aria-label="미리보기" className="grid gap-3" aria-live="polite">
      <p className="font-semibold tabular-nums">
        {formatCount(counts.found)}개 중 {formatCount(counts.changed)}개가 바뀝니다.
      </p>
      {texts.length > 0 && (
        <Notice tone="warn" className="grid gap-1 text-s">
          {texts.map((text) => (
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

interface PriceDialogProps {
  /** Ids of the picked services; an empty list means all services that the filter finds. */
  readonly ids: readonly number[]
  readonly filter: ServiceFilter
  readonly total: number
  readonly onClose: () => void
}

const stepLabel = (step: number): string => (step === 0.00001 ? '맞추지 않음' : `${step}원 단위`)

const hints: Record<PriceChangeKind, string> = {
  PERCENT: '예: 10은 10% 올림, -5는 5% 내림',
  AMOUNT: '예: 0.5는 1개당 0.5원 올림, -1은 1원 내림',
  MARGIN: '예: 20은 원가에 20%를 더한 값',
}

const NOT_A_NUMBER = '바꿀 값을 숫자로 입력해 주세요.'

/** Changes many prices at once, after a preview of the result. */
export function PriceDialog({ ids, filter, total, onClose }: PriceDialogProps) {
  const [kind, setKind] = useState<PriceChangeKind>('PERCENT')
  const [error, setError] = useState<string | null>(null)
  const change = usePriceChange(onClose)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const value = numberOf(textOf(data, 'value'))
    setError(Number.isFinite(value) ? null : NOT_A_NUMBER)
    if (!Number.isFinite(value)) return
    const step = Number(textOf(data, 'step')) as PriceChangeInput['step']
    const rounding = textOf(data, 'rounding') as Rounding
    change.preview({ ...(ids.length > 0 ? { ids: [...ids] } : { filter }), kind, value, step, rounding })
  }
  const which = ids.length > 0 ? `고른 상품 ${formatCount(ids.length)}개` : `지금 조건의 상품 ${formatCount(total)}개`
  return (
    <Dialog
      open
      onClose={onClose}
      title="가격 일괄 변경"
      footer={
        change.shown && (
          <>
            <Button onClick={onClose}>닫기</Button>
            <Button tone="main" busy={change.busy} onClick={change.apply}>
              {formatCount(change.shown.counts.changed)}개 가격 바꾸기
            </Button>
          </>
        )
      }
    >
      <p className="text-ink-2">{which}의 가격을 바꿉니다. 판매 종료된 상품은 그대로 둬요.</p>
      <form noValidate onSubmit={submit} onChange={change.forget} className="grid gap-3.5">
        <ChoiceGroup legend="방법">
          {priceChanges.map((each) => (
            <ChoiceChip
              key={each}
              name="kind"
              label={priceChangeLabels[each]}
              checked={kind === each}
              onChange={() => setKind(each)}
            />
          ))}
        </ChoiceGroup>
        <TextField
          label="바꿀 값"
          name="value"
          required
          dense
          inputMode="text"
          autoComplete="off"
          hint={hints[kind]}
          error={error}
          className="tabular-nums"
        />
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label="단위 맞춤"
            name="step"
            dense
            defaultValue={0.01}
            options={roundingSteps.map((step) => ({ value: step, label: stepLabel(step) }))}
          />
          <SelectField
            label="끝수"
            name="rounding"
            dense
            options={roundings.map((each) => ({ value: each, label: roundingLabels[each] }))}
          />
        </div>
        <Button type="submit" tone={change.shown ? 'plain' : 'main'} busy={change.busy}>
          미리보기
        </Button>
      </form>
      {change.shown && <PriceRows preview={change.shown} />}
    </Dialog>
  )
}
