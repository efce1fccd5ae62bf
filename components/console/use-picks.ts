'use client'

import { useState } from 'react'

/** Rows picked for one act together, by their ids; one that left the list is picked no more. */
export function usePicks<Id extends number | string>(ids: readonly Id[]) {
  const [wanted, setWanted] = useState<ReadonlySet<Id>>(new Set())
  const picked = ids.filter((id) => wanted.has(id))
  return {
    picked,
    has: (id: Id) => wanted.has(id),
    toggle: (id: Id) =>
      setWanted((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    all: () => setWanted(new Set(ids)),
    none: () => setWanted(new Set()),
  }
}
