'use client'

import { useId, useState } from 'react'
import { useUnsaved } from '../../ui/unsaved.tsx'
import type { FieldIssue } from '../../ui/use-form.ts'
import { type Changes, conflictsOf, draftOf, withChange } from './draft.ts'

type Stored = Readonly<Record<string, unknown>>

/** What stands: what the server rendered, and over it what it has saved since, until it renders that itself. */
function useStored(current: Stored) {
  const rendered = JSON.stringify(current)
  const [saved, setSaved] = useState<{ readonly over: string; readonly values: Stored } | null>(null)
  const stored = saved?.over === rendered ? { ...current, ...saved.values } : current
  return [stored, (values: Stored) => setSaved({ over: rendered, values })] as const
}

interface DraftOptions<Draft> {
  /** What is wrong with the changes; the first of them has the focus. */
  readonly issuesOf: (changes: Changes<Draft>, stored: Stored) => readonly FieldIssue[]
  /** Sends the changes; what is stored then, or what the server found wrong, or null where nothing came of it. */
  readonly send: (changes: Changes<Draft>, stored: Stored) => Promise<{ saved: Stored } | { issue: FieldIssue } | null>
}

/**
 * A row, or the settings, as they are being changed. Fields nobody changed here follow the server; a changed one in which
 * somebody else saved something is a conflict, which the server refuses and its writer decides.
 */
export function useDraft<Draft>(current: Stored, { issuesOf, send }: DraftOptions<Draft>) {
  const id = useId()
  const [stored, setSaved] = useStored(current)
  const [changes, setChanges] = useState<Changes<Draft>>({})
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<FieldIssue | null>(null)
  const isChanged = Object.keys(changes).length > 0
  useUnsaved(isChanged)
  const issues = issuesOf(changes, stored)
  const shown = [...(tried ? issues : []), ...(refused ? [refused] : [])]
  const idOf = (name: string) => `${id}-${name}`
  const focus = ({ path }: FieldIssue) => document.getElementById(idOf(path))?.focus()
  async function submit() {
    setTried(true)
    if (issues[0]) return focus(issues[0])
    const answer = await send(changes, stored)
    if (!answer) return
    if ('issue' in answer) {
      setRefused(answer.issue)
      return focus(answer.issue)
    }
    setSaved(answer.saved)
    setChanges({})
    setTried(false)
  }
  return {
    stored,
    changes,
    isChanged,
    conflicts: conflictsOf(changes, stored),
    idOf,
    submit,
    valueOf: (name: string) => (changes[name]?.draft ?? draftOf(stored[name])) as Draft,
    write(name: string, draft: Draft) {
      setRefused(null)
      setChanges(withChange(changes, name, draft, stored[name]))
    },
    reset: () => setChanges({}),
    /** Takes the stored value in place of one's own. */
    drop: (name: string) => setChanges(({ [name]: _, ...others }) => others),
    /** Takes the stored value for seen: the next saving puts one's own in its place. */
    overrule: (name: string, draft: Draft) =>
      setChanges((before) => ({ ...before, [name]: { draft, was: stored[name] } })),
    errorOf: (name: string) => shown.find(({ path }) => path === name)?.message ?? null,
  }
}

export type DraftForm<Draft> = ReturnType<typeof useDraft<Draft>>
