'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** What every dialog that asks is given: whether its call is on its way, and how it is closed. */
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
