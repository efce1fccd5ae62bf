'use client'

import { type ReactNode, useEffect } from 'react'
import { Button } from './button.tsx'
import type { DialogControls } from './confirm-dialog.tsx'
import { CloseButton, Dialog, dialogButtonsClass } from './dialog.tsx'
import type { useForm } from './use-form.ts'

interface FormDialogProps extends DialogControls {
  readonly title: string
  readonly form: Pick<ReturnType<typeof useForm>, 'formProps'>
  /** Label of the submit button. */
  readonly action: string
  readonly tone?: 'main' | 'bad'
  /**
   * Selector of the element that is focused first; by default the first input (but no radio) or text area, or the
   * submit button if there is none.
   */
  readonly focus?: string
  readonly children: ReactNode
}

const FIRST_FIELD_SELECTOR = 'input:not([type=radio]), textarea, [type=submit]'

/** A dialog with a form and its two buttons, close and submit. */
export function FormDialog(props: FormDialogProps) {
  const { title, form, action, tone = 'main', focus = FIRST_FIELD_SELECTOR, busy, onClose, children } = props
  const { ref } = form.formProps
  useEffect(() => ref.current?.querySelector<HTMLElement>(focus)?.focus(), [ref, focus])
  return (
    <Dialog open onClose={onClose} title={title} warnsOnLeave>
      <form {...form.formProps} aria-label={title} className="grid gap-4">
        {children}
        <div className={dialogButtonsClass}>
          <CloseButton />
          <Button type="submit" tone={tone} busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
