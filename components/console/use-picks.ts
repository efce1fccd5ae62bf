'use client'

import { useState } from 'react'
import { stepFrom } from './row-selection.ts'
import type { Shortcuts } from './use-shortcuts.ts'

/** Rows picked for one act together, by their ids; one that left the list is picked no more. */
export function usePicks<Id extends number | string>(ids: readonly Id[]) {
  const [wanted, setWanted] = useState<ReadonlySet<Id>>(new Set())
  const picked = ids.filter((id) => wanted.has(id))
  return {
    picked,
    has: (id: Id) => wanted.has(id),
    toggle: (id: Id) =>
      setWanted((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    add: (more: readonly Id[]) => setWanted((before) => new Set([...before, ...more])),
    all: () => setWanted(new Set(ids)),
    none: () => setWanted(new Set()),
  }
}

export type Picks<Id extends number | string> = ReturnType<typeof usePicks<Id>>

interface Walk {
  readonly rows: readonly number[]
  readonly chosen: number | null
  step(by: 1 | -1): void
}

/** X picks the chosen row, Shift with J and K picks on the way, Shift+X all, Escape none. */
export function pickKeys(picks: Picks<number>, { rows, chosen, step }: Walk): Shortcuts {
  const walk = (by: 1 | -1) => {
    const next = stepFrom(rows, chosen, by)
    picks.add([chosen, next].filter((id) => id !== null))
    step(by)
  }
  return {
    x: () => chosen !== null && picks.toggle(chosen),
    'shift+j': () => walk(1),
    'shift+k': () => walk(-1),
    'shift+x': picks.all,
    escape: picks.none,
  }
}
