'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

interface ReasonDialogProps {
  readonly title: string
  /** What is to happen, to whom: read before the reason is written. */
  readonly text: string
  readonly action: string
  /** What a reader without a reason is told, the server's own sentence. */
  readonly missing: string
  readonly busy: boolean
  readonly onGiven: (reason: string) => void
  readonly onClose: () => void
}

/** Asks why before something is done that its reader will want explained. */
export function ReasonDialog({ title, text, action, missing, busy, onGiven, onClose }: ReasonDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = field.current?.value.trim() ?? ''
    setError(reason === '' ? missing : null)
    if (reason === '') field.current?.focus()
    else onGiven(reason)
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-ink-2">{text}</p>
        <TextField ref={field} label="사유" required maxLength={500} autoComplete="off" error={error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>닫기</Button>
          <Button type="submit" tone="bad" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
