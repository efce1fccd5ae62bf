'use client'

import { focusSearch } from './search-box.tsx'
import type { ListRow, Selection } from './use-selection.ts'
import { type Actions, useShortcuts } from './use-shortcuts.ts'

/** The keys of a desk, with those of its own; none while its help or a dialog of its own covers it. */
export function useListKeys<Row extends ListRow>(selection: Selection<Row>, own: Actions = {}, covered = false): void {
  const moves = { j: () => selection.step(1), k: () => selection.step(-1), enter: selection.showDetail }
  useShortcuts(selection.help || covered ? {} : { ...moves, ...own, '/': focusSearch, '?': selection.showHelp })
}
