'use client'

import { X } from 'lucide'
import { type KeyboardEvent, useRef, useState } from 'react'
import { quickAddLabel } from '#lib/money/korean-units.ts'
import { settingsSchema } from '#lib/settings/schema.ts'
import { Button } from '../../ui/button.tsx'
import { chipClass, chipOffClass } from '../../ui/choice.tsx'
import { isComposing } from '../../ui/composing.ts'
import { controlAttributes, controlClass, Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'

interface AmountsFieldProps {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly error: string | null
  /** Amounts in won. */
  readonly amounts: readonly number[]
  readonly onChange: (amounts: readonly number[]) => void
}

const amountsSchema = settingsSchema.shape.POINT_CHARGE_BUTTON_OPTIONS

/**
 * Field for a list of amounts. Each amount looks like its button in the shop; pressing it here removes the amount. The
 * input adds an amount.
 */
export function AmountsField({ id, label, hint, error, amounts, onChange }: AmountsFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [inputError, setInputError] = useState<string | null>(null)
  const add = () => {
    const text = field.current?.value.replaceAll(',', '').trim() ?? ''
    const parsed = amountsSchema.safeParse([...amounts, text === '' ? Number.NaN : Number(text)])
    setInputError(parsed.success ? null : (parsed.error.issues[0]?.message ?? ''))
    if (!parsed.success || !field.current) return
    onChange(parsed.data)
    field.current.value = ''
    field.current.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!isComposing(event)) add()
  }
  const shownError = inputError ?? error
  return (
    <Field {...{ id, label, hint, error: shownError }}>
      <ul aria-label={`${label} 목록`} className="flex flex-wrap gap-1.5">
        {amounts.map((amount) => (
          <li key={amount}>
            <button
              type="button"
              aria-label={`${quickAddLabel(amount)} 빼기`}
              onClick={() => onChange(amounts.filter((each) => each !== amount))}
              className={`${chipClass} ${chipOffClass}`}
            >
              {quickAddLabel(amount)}
              <Icon shape={X} size={14} />
            </button>
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <input
          ref={field}
          inputMode="numeric"
          autoComplete="off"
          placeholder="더할 금액 (원)"
          onKeyDown={onKeyDown}
          onChange={() => setInputError(null)}
          className={controlClass({ dense: true })}
          {...controlAttributes(id, { hint, error: shownError })}
        />
        <Button size="s" onClick={add}>
          추가
        </Button>
      </div>
    </Field>
  )
}
