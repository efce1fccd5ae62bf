import { useEffect, useRef } from 'react'
import type { DepositRow } from '#lib/deposits/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { depositTitle } from './deposit-text.ts'

interface DismissDialogProps {
  readonly deposit: DepositRow
  readonly busy: boolean
  readonly onDismiss: () => void
  readonly onClose: () => void
}

/** Closes what is no money of its own; nobody is credited with it afterwards, so it is read once more. */
export function DismissDialog({ deposit, busy, onDismiss, onClose }: DismissDialogProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Dialog
      open
      onClose={onClose}
      title="중복으로 닫기"
      footer={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button ref={button} tone="main" busy={busy} onClick={onDismiss}>
            중복으로 닫기
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {depositTitle(deposit)} 입금을 따로 들어온 돈이 아닌 것으로 닫아요. 포인트는 움직이지 않아요.
      </p>
    </Dialog>
  )
}
