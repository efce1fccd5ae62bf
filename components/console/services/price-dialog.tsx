'use client'

import { type FormEvent, useState } from 'react'
import {
  type PriceChangeKind,
  priceChangeLabels,
  priceChanges,
  type Rounding,
  roundingLabels,
  roundingSteps,
  roundings,
} from '#lib/catalog/labels.ts'
import type { PriceChangeInput, ServiceFilter } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { textOf } from '../../ui/use-form.ts'
import { numberOf } from '../editable-list/draft.ts'
import { PriceRows } from './price-rows.tsx'
import { usePriceChange } from './use-price-change.ts'

interface PriceDialogProps {
  /** The picked services; none means all that the filter finds. */
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

/** Changes many prices at once: what, how, and what would come of it before it does. */
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
