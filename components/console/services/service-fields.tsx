'use client'

import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import type { SelectOption } from '../../ui/select.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { ServiceDraft } from './service-draft.ts'
import { numberOf } from './service-draft.ts'
import { isBelowCost, marginText } from './service-text.ts'

/** What a service's form offers to choose from. */
export interface ServiceChoices {
  readonly categories: readonly SelectOption[]
  readonly providers: readonly SelectOption[]
}

interface FieldsProps {
  readonly service: Partial<ServiceDraft>
  readonly choices: ServiceChoices
  readonly errorOf: (name: string) => string | null
}

const number = { inputMode: 'decimal', autoComplete: 'off', dense: true, className: 'tabular-nums' } as const

/** The fields of a service, two abreast where they are short; the margin follows what is written. */
export function ServiceFields({ service, choices, errorOf }: FieldsProps) {
  const [point, setPoint] = useState(String(service.point ?? ''))
  const [cost, setCost] = useState(String(service.cost ?? ''))
  return (
    <>
      <TextArea
        label="상품명"
        name="text"
        required
        dense
        rows={1}
        className="min-h-0!"
        maxLength={200}
        defaultValue={service.text}
        error={errorOf('text')}
      />
      <SelectField
        label="카테고리"
        name="categoryId"
        required
        dense
        placeholder="카테고리 고르기"
        options={choices.categories}
        defaultValue={service.categoryId ?? ''}
        error={errorOf('categoryId')}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="가격 (1개, 원)"
          name="point"
          required
          {...number}
          value={point}
          onChange={(event) => setPoint(event.target.value)}
          error={errorOf('point')}
        />
        <TextField
          label="원가 (1개, 원)"
          name="cost"
          {...number}
          value={cost}
          onChange={(event) => setCost(event.target.value)}
          error={errorOf('cost')}
        />
      </div>
      <Margin point={numberOf(point)} cost={cost.trim() === '' ? null : numberOf(cost)} />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="최소 수량"
          name="min"
          required
          {...number}
          defaultValue={service.min ?? 10}
          error={errorOf('min')}
        />
        <TextField
          label="최대 수량"
          name="max"
          required
          {...number}
          defaultValue={service.max ?? 10_000}
          error={errorOf('max')}
        />
      </div>
      <TextArea label="설명" name="notice" dense rows={4} defaultValue={service.notice} error={errorOf('notice')} />
      <Switch
        label="주문불가"
        hint="보이지만 주문은 받지 않아요."
        name="isReadOnly"
        defaultChecked={service.isReadOnly}
      />
      <Switch label="자동주문" hint="반복 주문을 받아요." name="enableAuto" defaultChecked={service.enableAuto} />
      <Supply service={service} choices={choices} errorOf={errorOf} />
    </>
  )
}

function Margin({ point, cost }: { readonly point: number; readonly cost: number | null }) {
  const text = marginText(point, cost)
  return (
    <p className={`-mt-1 text-s tabular-nums ${isBelowCost(point, cost) ? 'font-semibold text-bad' : 'text-ink-3'}`}>
      마진 {text ?? '—'}
      {isBelowCost(point, cost) && ' · 원가보다 싸게 팔아요.'}
    </p>
  )
}

function Supply({ service, choices, errorOf }: FieldsProps) {
  const [provider, setProvider] = useState(String(service.providerId ?? ''))
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label="공급"
        name="providerId"
        dense
        placeholder="직접 처리"
        options={choices.providers}
        value={provider}
        onChange={(event) => setProvider(event.target.value)}
      />
      {provider !== '' && (
        <TextField
          label="공급사 상품 번호"
          name="providerServiceId"
          required
          dense
          autoComplete="off"
          maxLength={100}
          defaultValue={service.providerServiceId ?? ''}
          error={errorOf('providerServiceId')}
        />
      )}
    </div>
  )
}
