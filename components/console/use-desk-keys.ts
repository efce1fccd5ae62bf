'use client'

import { focusSearch } from './search-box.tsx'
import type { Desk, DeskRow } from './use-desk.ts'
import { type Actions, useShortcuts } from './use-shortcuts.ts'

/** The keys of a desk, with those of its own; none while its help or a dialog of its own covers it. */
export function useDeskKeys<Row extends DeskRow>(desk: Desk<Row>, own: Actions = {}, covered = false): void {
  const moves = { j: () => desk.step(1), k: () => desk.step(-1), enter: desk.showStory }
  useShortcuts(desk.help || covered ? {} : { ...moves, ...own, '/': focusSearch, '?': desk.showHelp })
}
