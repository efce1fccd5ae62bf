import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { formatCount, formatWon } from '#lib/money/points.ts'
import { Button } from '../../ui/button.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { exact } from '../amounts.ts'

interface BulkBarProps {
  readonly charges: readonly AdminChargeRow[]
  readonly onApprove: () => void
  readonly onClear: () => void
}

/** What is picked comes to, and what can be done with all of it; always in sight. */
export function BulkBar({ charges, onApprove, onClear }: BulkBarProps) {
  const sum = charges.reduce((total, { payAmount }) => total + exact(payAmount), 0n)
  return (
    <section
      aria-label="고른 충전"
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-3 rounded-card bg-card px-5 py-3 shadow-float max-wide:hidden"
    >
      <p className="font-semibold tabular-nums">
        {formatCount(charges.length)}건 고름 · {formatWon(sum)}
      </p>
      <span className="ml-auto flex gap-2">
        <Button size="s" onClick={onClear}>
          고르기 해제 <KeyCap name="Esc" />
        </Button>
        <Button size="s" tone="main" onClick={onApprove}>
          모두 승인 <KeyCap name="A" onMain />
        </Button>
      </span>
    </section>
  )
}
