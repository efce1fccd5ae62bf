import { Button } from '../../ui/button.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { once } from '../acts.tsx'

interface RefundActionsProps {
  readonly busy: boolean
  readonly onPay: () => void
  readonly onReject: () => void
}

/** The two things to do with an open wish. */
export function RefundActions({ busy, onPay, onReject }: RefundActionsProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-2">
      <Button tone="main" busy={busy} onClick={once(onPay)} aria-keyshortcuts="a">
        지급 <KeyCap name="A" onMain />
      </Button>
      <Button busy={busy} onClick={once(onReject)} aria-keyshortcuts="r">
        반려 <KeyCap name="R" />
      </Button>
    </div>
  )
}
