'use client'

import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { isComposing } from '../../ui/composing.ts'
import { KeptControl } from './kept-field.tsx'
import type { KeptForm } from './kept-list.ts'
import type { useKeptForm } from './use-kept-form.ts'

interface KeptFormFieldsProps {
  readonly label: string
  readonly form: ReturnType<typeof useKeptForm>
  readonly preview: KeptForm['preview']
  /** Its buttons. */
  readonly children: ReactNode
}

/** The fields of a row, how it will look, and its buttons. */
export function KeptFormFields({ label, form, preview, children }: KeptFormFieldsProps) {
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
        <KeptControl
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
