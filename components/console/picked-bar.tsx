import { Button } from '../ui/button.tsx'
import { KeyCap } from '../ui/key-cap.tsx'

interface PickedBarProps {
  readonly label: string
  /** How many rows are picked, and what they come to. */
  readonly text: string
  readonly act: string
  readonly onAct: () => void
  readonly onClear: () => void
}

/** What is picked comes to, and what can be done with all of it; always in sight. */
export function PickedBar({ label, text, act, onAct, onClear }: PickedBarProps) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-3 rounded-card bg-card px-5 py-3 shadow-float max-wide:hidden"
    >
      <p className="font-semibold tabular-nums">{text}</p>
      <span className="ml-auto flex gap-2">
        <Button size="s" onClick={onClear}>
          고르기 해제 <KeyCap name="Esc" />
        </Button>
        <Button size="s" tone="main" onClick={onAct}>
          {act} <KeyCap name="A" onMain />
        </Button>
      </span>
    </section>
  )
}
