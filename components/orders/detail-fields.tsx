'use client'

import type { DetailField, ListField, OrderDetailName } from '#lib/catalog/detail-fields.ts'
import { isAsked, linesOf, readDetails } from '#lib/catalog/order-details.ts'
import { type ServiceTypeName, serviceTypeOf } from '#lib/catalog/service-types.ts'
import { formatCount } from '#lib/money/points.ts'
import { detailLabels } from '#lib/orders/labels.ts'
import type { Product } from '../catalog/product.ts'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { TypedDetails } from './order-draft.ts'

/**
 * Parses and checks the typed details. Exported here so that it is loaded together with the fields, only when needed.
 */
export const readTypedDetails = readDetails

export interface DetailFieldsProps {
  readonly type: ServiceTypeName
  readonly product: Product
  readonly typed: TypedDetails
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (name: OrderDetailName, value: string) => void
}

/**
 * Fields of the order form for what a service's type asks for between link and quantity. Their code is loaded only for
 * products of such a type. order-screen.tsx finds the inputs by `data-detail`.
 */
export function DetailFields({ type, product, typed, errors, onChange }: DetailFieldsProps) {
  const { details } = readDetails(type, typed)
  const { fields, quantity } = serviceTypeOf(type)
  return fields
    .filter((field) => isAsked(field, details ?? {}))
    .map((field) => {
      const isCounted = typeof quantity === 'object' && quantity.linesOf === field.name
      const value = typed[field.name] ?? ''
      return (
        <Control
          key={field.name}
          field={field}
          value={value}
          disabled={!product.orderable}
          error={errors[field.name] ?? (isCounted ? errors.amount : undefined) ?? null}
          hint={field.kind === 'lines' ? linesHint(field, value, isCounted ? product : null) : field.hint}
          onChange={(text) => onChange(field.name, text)}
        />
      )
    })
}

/**
 * Hint below a list: its own, the number of lines and, if that number is the quantity, the product's limits: '한 줄에 하나씩
 * 적어 주세요. · 3줄'.
 */
function linesHint(field: ListField, value: string, limits: Product | null): string {
  const count = `${formatCount(linesOf(value, field).length)}${field.unit}`
  const range = limits && ` (${formatCount(limits.min)} ~ ${formatCount(limits.max)}${field.unit})`
  return `${field.hint} · ${count}${range ?? ''}`
}

interface ControlProps {
  readonly field: DetailField
  readonly value: string
  readonly disabled: boolean
  readonly error: string | null
  readonly hint: string
  readonly onChange: (value: string) => void
}

function Control({ field, onChange, ...shown }: ControlProps) {
  const { name, label, kind } = field
  const common = {
    ...shown,
    id: `order-${name}`,
    name,
    label,
    'data-detail': name,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (kind === 'choice') return <SelectField {...common} options={field.choices} placeholder={detailLabels.choose} />
  const typing = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
  if (kind === 'lines') return <TextArea {...common} {...typing} rows={4} />
  return <TextField {...common} {...typing} inputMode={kind === 'number' ? 'numeric' : 'text'} />
}
