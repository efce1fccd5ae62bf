'use client'

import { useId, useState } from 'react'
import { useMarkTextSaved } from '../../ui/dialog.tsx'
import { useUnsavedWarning } from '../../ui/unsaved.tsx'
import type { FieldIssue } from '../../ui/use-form.ts'
import { type FieldChanges, findConflicts, toDraftValue, withFieldChange } from './draft.ts'

type StoredValues = Readonly<Record<string, unknown>>

/**
 * Returns the values as stored on the server, and a function to call with the saved values after each save. `current`
 * are the values that the server has rendered; until it renders the page again, the saved values replace those of
 * `current`.
 */
function useStoredValues(current: StoredValues) {
  const renderedJson = JSON.stringify(current)
  const [saved, setSaved] = useState<{ readonly renderedJson: string; readonly values: StoredValues } | null>(null)
  const stored = saved?.renderedJson === renderedJson ? { ...current, ...saved.values } : current
  return [stored, (values: StoredValues) => setSaved({ renderedJson, values })] as const
}

interface DraftOptions<Draft> {
  /** Checks the changes before they are sent. Returns the errors; the field of the first one gets the focus. */
  readonly issuesOf: (changes: FieldChanges<Draft>, stored: StoredValues) => readonly FieldIssue[]
  /**
   * Sends the changes. Resolves to the values that are stored now, to an error that the server found, or to null if
   * nothing was saved or the outcome is unknown.
   */
  readonly send: (
    changes: FieldChanges<Draft>,
    stored: StoredValues,
  ) => Promise<{ saved: StoredValues } | { issue: FieldIssue } | null>
}

/**
 * The draft of a row or of the settings. A field that the user has not changed shows the stored value. If somebody else
 * saves a field that the user has changed, the field is in conflict: the server refuses to save it, and the user
 * decides which value to store.
 */
export function useDraft<Draft>(current: StoredValues, { issuesOf, send }: DraftOptions<Draft>) {
  const id = useId()
  const [stored, setSaved] = useStoredValues(current)
  const [changes, setChanges] = useState<FieldChanges<Draft>>({})
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [serverIssue, setServerIssue] = useState<FieldIssue | null>(null)
  const isChanged = Object.keys(changes).length > 0
  useUnsavedWarning(isChanged)
  const forgetTyped = useMarkTextSaved()
  const issues = issuesOf(changes, stored)
  const shownIssues = [...(wasSubmitted ? issues : []), ...(serverIssue ? [serverIssue] : [])]
  const idOf = (name: string) => `${id}-${name}`
  const focus = ({ path }: FieldIssue) => document.getElementById(idOf(path))?.focus()
  async function submit() {
    setWasSubmitted(true)
    if (issues[0]) return focus(issues[0])
    const answer = await send(changes, stored)
    if (!answer) return
    if ('issue' in answer) {
      setServerIssue(answer.issue)
      return focus(answer.issue)
    }
    setSaved(answer.saved)
    setChanges({})
    setWasSubmitted(false)
    forgetTyped()
  }
  return {
    stored,
    changes,
    isChanged,
    conflicts: findConflicts(changes, stored),
    idOf,
    submit,
    valueOf: (name: string) => (changes[name]?.draft ?? toDraftValue(stored[name])) as Draft,
    write(name: string, draft: Draft) {
      setServerIssue(null)
      setChanges(withFieldChange(changes, name, draft, stored[name]))
    },
    reset: () => setChanges({}),
    /** Discards the change of a field, which then shows the stored value. */
    drop: (name: string) => setChanges(({ [name]: _, ...others }) => others),
    /** After a conflict: accepts the stored value as the expected version, so that the next save overwrites it. */
    overrule: (name: string, draft: Draft) =>
      setChanges((before) => ({ ...before, [name]: { draft, was: stored[name] } })),
    errorOf: (name: string) => shownIssues.find(({ path }) => path === name)?.message ?? null,
  }
}

export type DraftForm<Draft> = ReturnType<typeof useDraft<Draft>>
