import type { MouseEvent } from 'react'
import { canApprove, canReject } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { Button } from '../../ui/button.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'

interface ChargeActionsProps {
  readonly charge: AdminChargeRow
  readonly busy: boolean
  readonly onApprove: () => void
  readonly onReject: () => void
}

/** The second half of a double click would meet the next charge, which the first one brought up. */
const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) act()
}

/** The two things to do with a charge, as far as its state allows them. */
export function ChargeActions({ charge, busy, onApprove, onReject }: ChargeActionsProps) {
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
