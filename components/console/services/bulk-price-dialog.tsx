'use client'

import { useEffect, useRef, useState } from 'react'
import {
  type PriceChangeKind,
  priceChangeHints,
  priceChangeKinds,
  priceChangeLabels,
  roundingLabels,
  roundingStepLabel,
  roundingSteps,
  roundings,
} from '#lib/catalog/labels.ts'
import type { PriceChangeInput, PricePreview } from '#lib/catalog/price-change-schema.ts'
import type { ServiceFilter } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton, Dialog } from '../../ui/dialog.tsx'
import { FormPromptFields, useFormPrompt } from '../form-prompt.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { PriceChangePreview } from './price-change-preview.tsx'

const APPLY_PATH = '/api/admin/services/prices/apply'
const PREVIEW_PATH = '/api/admin/services/prices/preview'

type PriceChange = Pick<PriceChangeInput, 'kind' | 'value' | 'step' | 'rounding'>
/** A preview, and the price change whose result it shows. */
type ShownPreview = { readonly input: PriceChangeInput; readonly preview: PricePreview }

/**
 * Functions for a change of many prices: `preview` loads the result that the change would have, `apply` makes the
 * change, and `leaveOut` loads the preview again with or without the outliers. The server refuses a change if its
 * result would no longer be the one in the preview.
 */
function usePriceChange(onDone: () => void) {
  const { busy, run } = useConsoleCall()
  const [shownPreview, setShownPreview] = useState<ShownPreview | null>(null)
  async function preview(input: PriceChangeInput) {
    const answer = await run<PricePreview>({ method: 'POST', path: PREVIEW_PATH, body: input })
    if (answer) setShownPreview(answer.ok ? { input, preview: answer.body } : null)
  }
  async function apply() {
    if (!shownPreview) return
    const body = { ...shownPreview.input, digest: shownPreview.preview.digest }
    const done = ({ changed }: { changed: number }) =>
      `상품 ${formatCount(changed)}개의 가격을 바꿨어요. 하루 안에 되돌릴 수 있어요.`
    const answer = await run<{ changed: number }>({ method: 'POST', path: APPLY_PATH, body, done })
    if (answer?.ok) onDone()
    // The server refused the change, maybe because the preview is outdated: staff must load it again.
    else if (answer) setShownPreview(null)
  }
  const leaveOut = (leavesOut: boolean) => shownPreview && preview({ ...shownPreview.input, leaveOut: leavesOut })
  return { busy, preview, apply, leaveOut, shownPreview, clear: () => setShownPreview(null) }
}

interface BulkPriceDialogProps {
  /** Ids of the picked services; an empty list means all services that the filter finds. */
  readonly ids: readonly number[]
  readonly filter: ServiceFilter
  /** Count of the services that the filter finds. */
  readonly total: number
  readonly onClose: () => void
}

const selectOptionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

const roundingStepOptions = roundingSteps.map((value) => ({ value, label: roundingStepLabel(value) }))

const NOT_A_NUMBER_TEXT = '바꿀 값을 숫자로 입력해 주세요.'

/**
 * Dialog in which staff change the prices of many services by a percentage or a sum, or set them to the cost plus a
 * mark-up, after a preview of the result.
 */
export function BulkPriceDialog({ ids, filter, total, onClose }: BulkPriceDialogProps) {
  const change = usePriceChange(onClose)
  const target: Pick<PriceChangeInput, 'ids' | 'filter'> = ids.length > 0 ? { ids: [...ids] } : { filter }
  const form = useFormPrompt({
    fields: ({ kind }) => [
      { name: 'kind', label: '방법', kind: 'chips', options: selectOptionsOf(priceChangeKinds, priceChangeLabels) },
      {
        name: 'value',
        label: '바꿀 값',
        kind: 'number',
        required: true,
        input: { inputMode: 'text' },
        hint: priceChangeHints[kind as PriceChangeKind],
      },
      { name: 'step', label: '단위 맞춤', kind: 'choice', numeric: true, half: true, options: roundingStepOptions },
      {
        name: 'rounding',
        label: '끝수',
        kind: 'choice',
        half: true,
        options: selectOptionsOf(roundings, roundingLabels),
      },
    ],
    // The first rounding step is the fifth decimal. Prices have no more decimals, so by default they are not rounded
    // further.
    initialValues: { kind: 'PERCENT', step: roundingSteps[0], rounding: 'NEAREST' },
    check: ({ value }: PriceChange) => (Number.isFinite(value) ? null : { path: 'value', message: NOT_A_NUMBER_TEXT }),
    onGiven: (input: PriceChange) => change.preview({ ...target, ...input }),
  })
  const { ref: formRef } = form.formProps
  // Focuses the field for the number instead of the radios before it, because the number must always be typed.
  useEffect(() => formRef.current?.querySelector<HTMLElement>('input:not([type=radio])')?.focus(), [formRef])
  const previewRef = useRef<HTMLElement>(null)
  const hasPreview = change.shownPreview !== null
  useEffect(() => {
    if (hasPreview) previewRef.current?.focus()
  }, [hasPreview])
  const changedCount = change.shownPreview?.preview.counts.groups.CHANGED ?? 0
  const targetText =
    ids.length > 0 ? `고른 상품 ${formatCount(ids.length)}개` : `지금 조건의 상품 ${formatCount(total)}개`
  return (
    <Dialog
      open
      onClose={onClose}
      title="가격 일괄 변경"
      footer={
        change.shownPreview && (
          <>
            <CloseButton />
            {changedCount > 0 && (
              <Button tone="main" busy={change.busy} onClick={change.apply}>
                {formatCount(changedCount)}개 가격 바꾸기
              </Button>
            )}
          </>
        )
      }
    >
      <p className="text-ink-2">{targetText}의 가격을 바꿔요. 판매 종료된 상품은 그대로 둬요.</p>
      <form {...form.formProps} onChangeCapture={change.clear} className="grid gap-3.5">
        <FormPromptFields form={form} dense />
        <Button type="submit" tone={change.shownPreview ? 'plain' : 'main'} busy={change.busy}>
          미리보기
        </Button>
      </form>
      {change.shownPreview && (
        <PriceChangePreview
          ref={previewRef}
          preview={change.shownPreview.preview}
          leavesOut={change.shownPreview.input.leaveOut ?? false}
          onLeaveOut={change.leaveOut}
          onEnter={() => changedCount > 0 && !change.busy && change.apply()}
        />
      )}
    </Dialog>
  )
}
