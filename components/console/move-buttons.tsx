import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { KeyCap } from '../ui/key-cap.tsx'

interface MoveButtonsProps {
  readonly busy: boolean
  readonly onMove: (direction: 'UP' | 'DOWN') => void
}

/** Moves the chosen one within the order of the shop, by button or key. */
export function MoveButtons({ busy, onMove }: MoveButtonsProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button size="s" busy={busy} onClick={() => onMove('UP')} aria-keyshortcuts="u">
        <ArrowUp size={16} aria-hidden="true" /> 위로 <KeyCap name="U" />
      </Button>
      <Button size="s" busy={busy} onClick={() => onMove('DOWN')} aria-keyshortcuts="d">
        <ArrowDown size={16} aria-hidden="true" /> 아래로 <KeyCap name="D" />
      </Button>
    </div>
  )
}
