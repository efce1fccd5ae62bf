'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { reasonMissing } from '#lib/charges/errors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { textOf, useForm } from '../ui/use-form.ts'

/** What every dialog about a row is given: whether its call is on its way, and how it is closed. */
export interface DialogControls {
  readonly busy: boolean
  readonly onClose: () => void
}

interface ConfirmDialogProps extends DialogControls {
  readonly title: string
  /** What is to happen, to whom. */
  readonly text?: ReactNode
  /** Absent where there is nothing to confirm any more. */
  readonly action?: string | undefined
  readonly tone?: 'bad' | 'main'
  /** Enter confirms: it is only read once more before it counts. */
  readonly focused?: boolean
  readonly close?: string
  readonly onConfirm: () => void
  readonly children?: ReactNode
}

/** Asks once more before something is done that needs no reason. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    text,
    action,
    tone = 'bad',
    focused = false,
    close = '닫기',
    busy,
    onConfirm,
    onClose,
    children,
  } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{close}</Button>
          {action && (
            <Button ref={button} tone={tone} busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {text && <p className="wrap-anywhere whitespace-pre-line text-ink-2">{text}</p>}
      {children}
    </Dialog>
  )
}

interface FormDialogProps extends DialogControls {
  readonly title: string
  readonly form: Pick<ReturnType<typeof useForm>, 'formProps'>
  readonly action: string
  readonly tone?: 'main' | 'bad'
  /** What has the focus first: what is written, else what sends it. */
  readonly focus?: string
  readonly children: ReactNode
}

const FIRST = 'input:not([type=radio]), textarea, [type=submit]'

/** A dialog that is a form of its own, with its two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, form, action, tone = 'main', focus = FIRST, busy, onClose, children } = props
  const { ref } = form.formProps
  useEffect(() => ref.current?.querySelector<HTMLElement>(focus)?.focus(), [ref, focus])
  return (
    <Dialog open onClose={onClose} title={title}>
      <form {...form.formProps} aria-label={title} className="grid gap-4">
        {children}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>닫기</Button>
          <Button type="submit" tone={tone} busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export interface ReasonQuestion {
  readonly title: string
  /** What is to happen, to whom: read before the reason is written. */
  readonly text: string
  readonly action: string
  /** What is said where none is given, the server's own sentence. */
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
