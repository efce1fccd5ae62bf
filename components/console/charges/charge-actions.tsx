import { canApprove, canReject, canReverse } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { Button } from '../../ui/button.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { once } from '../acts.tsx'

interface ChargeActionsProps {
  readonly charge: AdminChargeRow
  readonly busy: boolean
  readonly onApprove: () => void
  readonly onReject: () => void
  readonly onReverse: () => void
}

/** What can be done with a charge in its state. */
export function ChargeActions({ charge, busy, onApprove, onReject, onReverse }: ChargeActionsProps) {
  if (canReverse(charge))
    return (
      <Button busy={busy} onClick={once(onReverse)} aria-keyshortcuts="r" className="justify-self-start">
        승인 취소 <KeyCap name="R" />
      </Button>
    )
  if (!canApprove(charge)) return null
  return (
    <div className="grid grid-cols-[1fr_auto] gap-2">
      <Button tone="main" busy={busy} onClick={once(onApprove)} aria-keyshortcuts="a">
        승인 <KeyCap name="A" onMain />
      </Button>
      {canReject(charge) && (
        <Button busy={busy} onClick={once(onReject)} aria-keyshortcuts="r">
          거절 <KeyCap name="R" />
        </Button>
      )}
    </div>
  )
}
