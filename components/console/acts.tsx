import type { MouseEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { KeyCap } from '../ui/key-cap.tsx'
import type { Actions } from './use-shortcuts.ts'

/** One thing to do with the chosen row, by its button or its key. */
export interface Act {
  readonly key: 'a' | 'r' | 'd'
  readonly label: string
  readonly run: () => void
}

export const actShortcuts = (acts: readonly Act[]): Actions =>
  Object.fromEntries(acts.map(({ key, run }) => [key, run]))

export const actKeys = (acts: readonly Act[]) =>
  acts.map(({ key, label }) => ({ keys: [key.toUpperCase()], does: label }))

/** The second half of a double click would meet the next row, which the first one brought up. */
export const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) act()
}

/** R takes back, stops or holds: never the thing to do next. */
const isNext = ({ key }: Act, at: number): boolean => at === 0 && key !== 'r'

/** The things to do with a row, the first of them the one to do next. */
export function Acts({ acts, busy }: { readonly acts: readonly Act[]; readonly busy: boolean }) {
  if (acts.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map((act, at) => (
        <Button
          key={act.key}
          tone={isNext(act, at) ? 'main' : 'plain'}
          busy={busy}
          onClick={once(act.run)}
          aria-keyshortcuts={act.key}
          // Three don't fit a panel's line: the first has one of its own.
          className={at === 0 && acts.length > 2 ? 'basis-full' : 'grow'}
        >
          {act.label} <KeyCap name={act.key.toUpperCase()} onMain={isNext(act, at)} />
        </Button>
      ))}
    </div>
  )
}
