'use client'

import { useId, useState } from 'react'
import { type KeptChanges, type KeptForm, type KeptValue, type KeptValues, valuesWith, withKept } from './kept-list.ts'

/** What became of a sending: done, or in vain because somebody else was faster; null when it was neither. */
export type KeptOutcome = 'done' | 'late' | null

/** A row as it is being written. `send` gets the values as the rules have cleaned them, and what differs. */
export function useKeptForm(
  { fields, input }: KeptForm,
  current: KeptValues,
  send: (values: KeptValues, changes: KeptChanges) => Promise<KeptOutcome>,
) {
  const id = useId()
  const [changes, setChanges] = useState<KeptChanges>({})
  const [tried, setTried] = useState(false)
  const values = valuesWith(current, changes)
  const parsed = input.safeParse(values)
  const broken = parsed.success ? null : parsed.error.issues[0]
  const idOf = (name: string) => `${id}-${name}`
  async function submit() {
    setTried(true)
    if (!parsed.success) return document.getElementById(idOf(String(broken?.path[0])))?.focus()
    const outcome = await send(parsed.data, changes)
    if (outcome === 'done') {
      setChanges({})
      setTried(false)
    }
    // Told once: the next sending is meant to put this in the place of what is there by then.
    if (outcome === 'late')
      setChanges((kept) =>
        Object.fromEntries(Object.entries(kept).map(([name, { value }]) => [name, { value, was: undefined }])),
      )
  }
  return {
    fields,
    values,
    changed: Object.keys(changes).length > 0,
    idOf,
    submit,
    reset: () => setChanges({}),
    write: (name: string, value: KeptValue) => setChanges(withKept(changes, name, value, current)),
    errorOf: (name: string) => (tried && broken?.path[0] === name ? broken.message : null),
  }
}
