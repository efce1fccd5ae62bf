'use client'

import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { isComposing } from '../../ui/composing.ts'
import { FieldControl } from './form-field.tsx'
import type { FormDeclaration } from './list-declaration.ts'
import type { useDraft } from './use-draft.ts'

interface FormFieldsProps {
  readonly label: string
  readonly form: ReturnType<typeof useDraft>
  readonly preview: FormDeclaration['preview']
  /** Its buttons. */
  readonly children: ReactNode
}

/** The fields of a row, how it will look, and its buttons. */
export function FormFields({ label, form, preview, children }: FormFieldsProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
  }
  const shown = preview?.(form.values)
  return (
    <form noValidate aria-label={label} onSubmit={submit} onKeyDown={onKeyDown} className="grid grid-cols-1 gap-4">
      {form.fields.map((field) => (
        <FieldControl
          key={field.name}
          id={form.idOf(field.name)}
          field={field}
          value={form.values[field.name] ?? ''}
          error={form.errorOf(field.name)}
          onChange={(value) => form.write(field.name, value)}
        />
      ))}
      {children}
      {shown && (
        <figure className="grid gap-2 rounded-tile bg-page p-3">
          <figcaption className="text-s font-semibold text-ink-2">미리보기</figcaption>
          {shown}
        </figure>
      )}
    </form>
  )
}
