'use client'

import { serviceRules } from '#lib/catalog/errors.ts'
import { nothingToChooseHints } from '#lib/catalog/labels.ts'
import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { serviceTypeNames, typeLabel } from '#lib/catalog/service-types.ts'
import { isBelowCost, markUpText } from '#lib/money/prices.ts'
import type { SelectOption } from '../../ui/select.tsx'
import { checkByRules, type DraftValues, type FormDeclaration, parseNumber } from '../editable-list/draft.ts'
import { RowFormFields, useRowForm } from '../editable-list/row-form.tsx'

/** Options of the selects in a service's form. */
export interface ServiceChoices {
  readonly categories: readonly SelectOption[]
  readonly providers: readonly SelectOption[]
}

const halfNumberField = { kind: 'number', half: true } as const

/** Declares the form of a service. A note in it shows the mark-up of the typed price over the typed cost. */
export const serviceForm = ({ categories, providers }: ServiceChoices): FormDeclaration => ({
  fields: [
    {
      name: 'text',
      label: '상품명',
      kind: 'lines',
      oneLine: true,
      required: true,
      className: 'min-h-0!',
      input: { maxLength: 200 },
    },
    {
      name: 'categoryId',
      label: '카테고리',
      kind: 'choice',
      numeric: true,
      required: true,
      input: { placeholder: '카테고리 고르기' },
      options: categories,
      ...(categories.length === 0 && { hint: nothingToChooseHints.categories }),
    },
    {
      name: 'type',
      label: '주문 방식',
      kind: 'choice',
      hint: '주문할 때 링크 말고 무엇을 더 받을지 정해요. 공급사 상품과 같아야 해요.',
      options: serviceTypeNames.map((value) => ({ value, label: typeLabel(value) })),
    },
    { name: 'point', label: '가격 (1개, 원)', ...halfNumberField, required: true },
    {
      name: 'cost',
      label: '원가 (1개, 원)',
      ...halfNumberField,
      whenEmpty: null,
      note: (draft) => <MarginNote draft={draft} />,
    },
    { name: 'min', label: '최소 수량', ...halfNumberField, required: true },
    { name: 'max', label: '최대 수량', ...halfNumberField, required: true },
    { name: 'notice', label: '설명', kind: 'lines', className: 'min-h-20' },
    { name: 'isReadOnly', label: '주문불가', kind: 'switch', hint: '보이지만 주문은 받지 않아요.' },
    { name: 'enableAuto', label: '자동주문', kind: 'switch', hint: '반복 주문을 받아요.' },
    {
      name: 'refillDays',
      label: '리필 기간 (일)',
      ...halfNumberField,
      hint: '완료 뒤 이 기간 안에 리필을 요청해요. 0이면 받지 않아요.',
    },
    { name: 'canCancel', label: '진행 중 취소 요청', kind: 'switch', hint: '시작한 주문도 취소를 요청할 수 있어요.' },
    {
      name: 'oneOrderPerLink',
      label: '링크당 한 주문',
      kind: 'switch',
      hint: '같은 회원이 같은 카테고리에서 같은 링크로 진행 중인 주문이 있으면 받지 않아요.',
    },
    {
      name: 'providerId',
      label: '공급',
      kind: 'choice',
      numeric: true,
      half: true,
      whenEmpty: null,
      input: { placeholder: '직접 처리' },
      options: providers,
    },
    {
      name: 'providerServiceId',
      label: '공급사 상품 번호',
      kind: 'line',
      half: true,
      required: true,
      whenEmpty: null,
      input: { maxLength: 100 },
      isShown: ({ providerId }) => providerId !== '',
    },
  ],
  check: checkByRules(serviceRules),
})

function MarginNote({ draft }: { readonly draft: DraftValues }) {
  const [point, cost] = [parseNumber(String(draft.point)), draft.cost === '' ? null : parseNumber(String(draft.cost))]
  const isUnderCost = isBelowCost(point, cost)
  return (
    <p className={`-mt-1 text-s tabular-nums ${isUnderCost ? 'font-semibold text-bad' : 'text-ink-3'}`}>
      가산율 {markUpText(point, cost) ?? '—'}
      {isUnderCost && ' · 원가보다 싸게 팔아요.'}
    </p>
  )
}

interface EditServiceProps {
  readonly service: AdminServiceRow
  readonly choices: ServiceChoices
}

/** Form in a service's detail, with which staff edit the service. */
export function EditServiceForm({ service, choices }: EditServiceProps) {
  const form = useRowForm(serviceForm(choices), service, {
    method: 'PATCH',
    path: `/api/admin/services/${service.id}`,
    done: `상품 ${service.id}번을 저장했어요. 상점에 바로 보여요.`,
  })
  return <RowFormFields label="상품 고치기" form={form} action="저장" />
}

interface NewServiceProps {
  /** Id of the category that is selected at first, if any. */
  readonly category: number | null | undefined
  readonly choices: ServiceChoices
  readonly onMade: (service: { id: number }) => void
}

/** The form that creates a service; `category` is selected at first. */
export function NewServiceForm({ category, choices, onMade }: NewServiceProps) {
  const blank = {
    categoryId: category,
    min: 10,
    max: 10_000,
    type: 'Default',
    isReadOnly: false,
    enableAuto: false,
    refillDays: 0,
    canCancel: false,
    oneOrderPerLink: false,
  }
  const form = useRowForm<{ id: number }>(serviceForm(choices), blank, {
    method: 'POST',
    path: '/api/admin/services',
    done: ({ id }) => `상품 ${id}번을 추가했어요.`,
    onSaved: onMade,
  })
  return <RowFormFields label="상품 추가" form={form} action="상품 추가" inDialog />
}
