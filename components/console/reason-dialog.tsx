'use client'

import { reasonMissing } from '#lib/charges/errors.ts'
import type { DialogControls } from '../ui/confirm-dialog.tsx'
import type { FieldDeclaration } from './editable-list/draft.ts'
import { QuestionDialog } from './question.tsx'

/** The field of a reason; blank text is no reason. */
export const reasonField: FieldDeclaration = {
  name: 'reason',
  label: '사유',
  kind: 'line',
  required: true,
  input: { maxLength: 500 },
}

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
export function ReasonDialog({ missing = reasonMissing().message, onGiven, ...rest }: ReasonQuestion & DialogControls) {
  return (
    <QuestionDialog
      {...rest}
      tone="bad"
      fields={[reasonField]}
      check={({ reason }) => (reason === '' ? { path: 'reason', message: missing } : null)}
      onGiven={({ reason }: { reason: string }) => onGiven(reason)}
    />
  )
}
