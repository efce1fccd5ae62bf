'use client'

import { reasonMissing } from '#lib/charges/errors.ts'
import type { DialogControls } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { textOf, useForm } from '../ui/use-form.ts'

export interface ReasonQuestion {
  readonly title: string
  /** What will happen, and to whom or what; read before the reason is written. */
  readonly text: string
  readonly action: string
  /** Error if no reason is given, in the server's own words. */
  readonly missing?: string
  readonly onGiven: (reason: string) => void
}

/** Asks for a reason before an action that has to be explained later. */
export function ReasonDialog({
  text,
  missing = reasonMissing().message,
  onGiven,
  ...rest
}: ReasonQuestion & DialogControls) {
  const form = useForm(async (data) => {
    const reason = textOf(data, 'reason').trim()
    if (reason === '') return { path: 'reason', message: missing }
    onGiven(reason)
    return null
  })
  return (
    <FormDialog {...rest} form={form} tone="bad">
      <p className="text-ink-2">{text}</p>
      <TextField
        name="reason"
        label="사유"
        required
        maxLength={500}
        autoComplete="off"
        error={form.errorOf('reason')}
      />
    </FormDialog>
  )
}
