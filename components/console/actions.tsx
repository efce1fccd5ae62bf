import type { MouseEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { DialogControls } from '../ui/confirm-dialog.tsx'
import { KeyCap } from '../ui/key-cap.tsx'
import type { ReasonQuestion } from './reason-dialog.tsx'

/** One thing to do with the chosen row, by its button or its key: at once, for a reason, or by a dialog of its own. */
export interface Action {
  readonly key: 'a' | 'r' | 'd'
  readonly label: string
  readonly run?: () => unknown
  readonly reason?: Omit<ReasonQuestion, 'title' | 'action'> & Partial<ReasonQuestion>
  readonly dialog?: (controls: DialogControls) => ReactNode
}

/** The second half of a double click would meet the next row, which the first one brought up. */
const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) act()
}

/** R takes back, stops or holds: never the thing to do next. */
const isNext = ({ key }: Action, at: number): boolean => at === 0 && key !== 'r'

interface ActionsProps {
  readonly actions: readonly Action[]
  readonly busy: boolean
  readonly onPress: (action: Action) => void
  /** The one to do next takes the width that the others leave. */
  readonly wideNext?: boolean | undefined
}

/** The things to do with a row, the first of them the one to do next. */
export function Actions({ actions, busy, onPress, wideNext = false }: ActionsProps) {
  if (actions.length === 0) return null
  // Three don't fit a panel's line: the first has one of its own.
  const width = (action: Action, at: number) =>
    wideNext ? isNext(action, at) && 'grow' : at === 0 && actions.length > 2 ? 'basis-full' : 'grow'
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action, at) => (
        <Button
          key={action.key}
          tone={isNext(action, at) ? 'main' : 'plain'}
          busy={busy}
          onClick={once(() => onPress(action))}
          aria-keyshortcuts={action.key}
          className={width(action, at) || undefined}
        >
          {action.label} <KeyCap name={action.key.toUpperCase()} onMain={isNext(action, at)} />
        </Button>
      ))}
    </div>
  )
}
