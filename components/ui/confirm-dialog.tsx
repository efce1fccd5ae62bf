'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { CloseButton, Dialog } from './dialog.tsx'

/** Props that dialogs share: whether a call made by the dialog is in flight, and the function that closes it. */
export interface DialogControls {
  readonly busy: boolean
  readonly onClose: () => void
}

/** Declaration of a confirmation: its texts, and the function that is called when the user confirms. */
export interface ConfirmDialogDeclaration {
  readonly title: string
  /** Describes what the confirmed action will do. */
  readonly text?: ReactNode
  /** Label of the confirm button. Without a label the dialog has no confirm button and can only be closed. */
  readonly action?: string | undefined
  readonly tone?: 'bad' | 'main'
  /** Whether the confirm button is focused at first, so that Enter confirms. */
  readonly focused?: boolean
  /** Label of the close button. */
  readonly close?: string
  readonly onConfirm: () => void
  readonly children?: ReactNode
}

/** Dialog in which the user confirms an action, without typing a reason. */
export function ConfirmDialog(props: ConfirmDialogDeclaration & DialogControls) {
  const { title, text, action, tone = 'bad', focused = false, close, busy, onConfirm, onClose, children } = props
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
          <CloseButton label={close} />
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
