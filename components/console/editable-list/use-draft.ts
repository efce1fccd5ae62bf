'use client'

import { useId, useState } from 'react'
import { useUnsaved } from '../use-unsaved.ts'
import {
  type FieldChanges,
  type FieldValue,
  type FieldValues,
  type FormDeclaration,
  valuesWith,
  withChanged,
} from './list-declaration.ts'

/** What became of a sending: done, or in vain because somebody else was faster; null when it was neither. */
export type SaveOutcome = 'done' | 'late' | null

/** What stands: what the server rendered, and over it what it has saved since, until it renders that itself. */
function useSaved(current: FieldValues) {
  const rendered = JSON.stringify(current)
  const [saved, setSaved] = useState<{ readonly over: string; readonly values: FieldValues } | null>(null)
  const base = saved?.over === rendered ? { ...current, ...saved.values } : current
  return [base, (values: FieldValues) => setSaved({ over: rendered, values })] as const
}

/** A row as it is being written. `send` gets the values as the rules have cleaned them, and what differs. */
export function useDraft(
  { fields, input }: FormDeclaration,
  current: FieldValues,
  send: (values: FieldValues, changes: FieldChanges) => Promise<SaveOutcome>,
) {
  const id = useId()
  const [base, setSaved] = useSaved(current)
  const [changes, setChanges] = useState<FieldChanges>({})
  const [tried, setTried] = useState(false)
  const changed = Object.keys(changes).length > 0
  useUnsaved(changed)
  const values = valuesWith(base, changes)
  const parsed = input.safeParse(values)
  const broken = parsed.success ? null : parsed.error.issues[0]
  const idOf = (name: string) => `${id}-${name}`
  async function submit() {
    setTried(true)
    if (!parsed.success) return document.getElementById(idOf(String(broken?.path[0])))?.focus()
    const outcome = await send(parsed.data, changes)
    if (outcome === 'done') {
      setSaved(parsed.data)
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
    changed,
    idOf,
    submit,
    reset: () => setChanges({}),
    write: (name: string, value: FieldValue) => setChanges(withChanged(changes, name, value, base)),
    errorOf: (name: string) => (tried && broken?.path[0] === name ? broken.message : null),
  }
}
