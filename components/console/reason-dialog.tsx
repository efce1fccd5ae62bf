'use client'

import { reasonMissing } from '#lib/charges/errors.ts'
import type { DialogControls } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { textOf, useForm } from '../ui/use-form.ts'

export interface ReasonQuestion {
  readonly title: string
  /** What is to happen, to whom: read before the reason is written. */
  readonly text: string
  readonly action: string
  /** The error where none is given: the server's own sentence. */
  readonly missing?: string
  readonly onGiven: (reason: string) => void
}

/** Asks why before something is done that its reader will want explained. */
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
