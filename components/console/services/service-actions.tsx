import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { Button } from '../../ui/button.tsx'
import { MoveButtons } from '../move-buttons.tsx'

interface ServiceActionsProps {
  readonly service: AdminServiceRow
  readonly busy: boolean
  readonly onMove: (direction: 'UP' | 'DOWN') => void
  readonly onWithdraw: () => void
  readonly onRestore: () => void
}

/** What is done with one service beside changing it. */
export function ServiceActions({ service, busy, onMove, onWithdraw, onRestore }: ServiceActionsProps) {
  if (service.shelf === 'WITHDRAWN')
    return (
      <Button tone="main" busy={busy} onClick={onRestore}>
        다시 판매하기
      </Button>
    )
  return (
    <div className="grid gap-2">
      <MoveButtons busy={busy} onMove={onMove} />
      <Button size="s" tone="bad" busy={busy} onClick={onWithdraw}>
        판매 종료
      </Button>
    </div>
  )
}
