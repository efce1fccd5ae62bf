'use client'

import { type DetailField, isOptionalField, type ListField, type OrderDetailName } from '#lib/catalog/detail-fields.ts'
import { isFieldApplicable, linesOfList, readDetails } from '#lib/catalog/order-details.ts'
import { type ServiceTypeName, serviceTypeOf } from '#lib/catalog/service-types.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { formatCount } from '#lib/money/points.ts'
import { orderDetailLabels } from '#lib/orders/labels.ts'
import type { Product } from '../catalog/product.ts'
import { DateField } from '../ui/date-field.tsx'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { OrderDraftDetails } from './order-draft.ts'

/**
 * Parses and checks the typed details. It is exported here so that it is loaded only when needed, together with the
 * fields.
 */
export const readTypedDetails = readDetails

export interface DetailFieldsProps {
  readonly type: ServiceTypeName
  readonly product: Product
  /** The details as typed. */
  readonly typed: OrderDraftDetails
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (name: OrderDetailName, value: string) => void
}

/**
 * Fields of the order form, between link and quantity, for the details that a service type requires. The code is loaded
 * only for products that require details. order-screen.tsx finds the inputs by `data-detail`.
 */
export function DetailFields({ type, product, typed, errors, onChange }: DetailFieldsProps) {
  const { details } = readDetails(type, typed)
  const { fields, quantity } = serviceTypeOf(type)
  const hasSeveralShortFields = fields.filter(isShort).length > 1
  return (
    <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-2">
      {fields
        .filter((field) => isFieldApplicable(field, details ?? {}))
        .map((field) => {
          const givesQuantity = typeof quantity === 'object' && quantity.linesOf === field.name
          const value = typed[field.name] ?? ''
          return (
            <Control
              key={field.name}
              field={field}
              value={value}
              disabled={!product.orderable}
              error={errors[field.name] ?? (givesQuantity ? errors.amount : undefined) ?? null}
              hint={field.kind === 'lines' ? linesHint(field, value, givesQuantity ? product : null) : field.hint}
              limits={field.name === 'min' || field.name === 'max' ? product : null}
              isHalf={hasSeveralShortFields && isShort(field)}
              onChange={(text) => onChange(field.name, text)}
            />
          )
        })}
    </div>
  )
}

/**
 * Hint below a field with several lines, such as '한 줄에 하나씩 적어 주세요. · 3줄': the field's own hint, and the number of
 * lines. If that number is the quantity, the product's limits follow.
 */
function linesHint(field: ListField, value: string, limits: Product | null): string {
  const count = `${formatCount(linesOfList(value, field).length)}${field.unit}`
  const range = limits && ` (${formatCount(limits.min)} ~ ${formatCount(limits.max)}${field.unit})`
  return `${field.hint} · ${count}${range ?? ''}`
}

interface ControlProps {
  readonly field: DetailField
  readonly value: string
  readonly disabled: boolean
  readonly error: string | null
  readonly hint: string
  /** The product, if its minimum and maximum quantity apply to this field; otherwise null. */
  readonly limits: Product | null
  /** True if the field takes half of a row on wide screens, beside another field. */
  readonly isHalf: boolean
  readonly onChange: (value: string) => void
}

/** True for a field with a short value. If a type has several such fields, they stand side by side. */
const isShort = ({ kind }: DetailField): boolean => kind === 'number' || kind === 'choice' || kind === 'day'

function Control({ field, limits, isHalf, onChange, ...controlProps }: ControlProps) {
  const { name, label, kind } = field
  const commonProps = {
    ...controlProps,
    hint: limits ? `${controlProps.hint} (${formatCount(limits.min)} ~ ${formatCount(limits.max)})` : controlProps.hint,
    fieldClassName: isHalf ? undefined : 'wide:col-span-2',
    id: `order-${name}`,
    name,
    label: 'whenEmpty' in field && field.whenEmpty === null ? orderDetailLabels.optional(label) : label,
    'data-detail': name,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (kind === 'choice') {
    const placeholder = isOptionalField(field) ? undefined : orderDetailLabels.choose
    return <SelectField {...commonProps} options={field.choices} placeholder={placeholder} />
  }
  const typingProps = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
  if (kind === 'lines') return <TextArea {...commonProps} {...typingProps} rows={4} />
  if (kind === 'day') {
    const now = new Date()
    const days = { today: seoulDay(now), min: seoulDay(now, 1), max: seoulDay(now, field.maxDays) }
    return <DateField {...commonProps} {...days} keepsTyped onChange={onChange} />
  }
  return <TextField {...commonProps} {...typingProps} inputMode={kind === 'number' ? 'numeric' : 'text'} />
}
