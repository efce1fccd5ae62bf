'use client'

import { useState } from 'react'
import { useUnsaved } from './use-unsaved.ts'

/**
 * The row that a form edits, held still while there is something written in it: fresh rows replace it only between. A
 * form's key is `mark`.
 */
export function useRowDraft<Row>(row: Row) {
  const [held, setHeld] = useState({ row, at: 0 })
  const [dirty, setDirty] = useState(false)
  useUnsaved(dirty)
  const newer = JSON.stringify(row) !== JSON.stringify(held.row)
  const take = () => {
    setHeld({ row, at: held.at + 1 })
    setDirty(false)
  }
  if (newer && !dirty) take()
  return {
    held: held.row,
    mark: held.at,
    /** Somebody else changed it while it was being written. */
    changedElsewhere: newer && dirty,
    take,
    touch: () => setDirty(true),
    /** What was written is saved, as the server now has it: it isn't taken for another's when the list comes afresh. */
    settle(saved: Partial<Row>) {
      setHeld((before) => ({ ...before, row: { ...before.row, ...saved } }))
      setDirty(false)
    },
  }
}
