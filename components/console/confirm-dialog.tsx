import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What is to happen, to whom. */
  readonly text: string
  readonly action: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks once more before something that can't be taken back and needs no reason. */
export function ConfirmDialog({ title, text, action, busy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button tone="bad" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere whitespace-pre-line text-ink-2">{text}</p>
    </Dialog>
  )
}
