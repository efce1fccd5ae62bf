'use client'

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from './composing.ts'
import { wasSubmittedEarly } from './early-submits.ts'
import { isCheckbox } from './keyboard.ts'

/** An error of one field; `path` is the field's name, or '' if the error concerns the form as a whole. */
export interface FieldIssue {
  readonly path: string
  readonly message: string
}

/**
 * Outcome of a submission: the error of a field; the errors of several fields, of which the first on screen is focused;
 * null if there is no error to show; or 'leaving' if another page is being loaded. After 'leaving' the form stays busy
 * until that page is shown. It is usable again if the browser comes back to it from its back-forward cache.
 */
export type FormOutcome = FieldIssue | readonly FieldIssue[] | null | 'leaving'

/**
 * The first error of each field. A field can have several errors, if it also shows the errors of a field that isn't
 * rendered yet.
 */
export const firstIssuePerField = (issues: readonly FieldIssue[]): FieldIssue[] =>
  issues.filter(({ path }, at) => issues.findIndex((other) => other.path === path) === at)

const issuesOf = (outcome: Exclude<FormOutcome, 'leaving'>): readonly FieldIssue[] => {
  if (!outcome) return []
  return 'path' in outcome ? [outcome] : outcome
}

/**
 * Focuses the invalid field that is first on screen. It needn't be the field of the first issue, because rules aren't
 * checked in the sequence of the fields on screen.
 */
function focusFirstField(form: HTMLFormElement, issues: readonly FieldIssue[]) {
  const first = [...form.elements].find((field) => {
    const name = field.getAttribute('name')
    return name && issues.some(({ path }) => path === name)
  })
  if (first instanceof HTMLElement) first.focus()
}

/**
 * State of a form that sends one submission at a time. Each invalid field shows its error until it is changed. The
 * first invalid field on screen is focused, so that a screen reader reads its error. Spread `formProps` on the form;
 * `errorOf(name)` is the error of a field.
 */
export function useForm(send: (data: FormData) => Promise<FormOutcome>) {
  const [issues, setIssues] = useState<readonly FieldIssue[]>([])
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const isLeaving = useRef(false)
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (ref.current && wasSubmittedEarly(ref.current)) ref.current.requestSubmit()
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !isLeaving.current) return
      isLeaving.current = false
      inFlight.current = false
      setBusy(false)
    }
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [])

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (inFlight.current) return
    const form = event.currentTarget
    inFlight.current = true
    setBusy(true)
    const outcome = await send(new FormData(form))
    isLeaving.current = outcome === 'leaving'
    if (outcome === 'leaving') return
    inFlight.current = false
    const newIssues = issuesOf(outcome)
    // Renders the errors at once. An error must be in the document before its field is focused, because screen readers
    // read the description at that moment.
    flushSync(() => {
      setBusy(false)
      setIssues(newIssues)
    })
    focusFirstField(form, newIssues)
  }
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const name = target instanceof Element ? target.getAttribute('name') : null
    const remaining = issues.filter(({ path }) => path !== '' && path !== name)
    if (remaining.length < issues.length) setIssues(remaining)
  }
  // The form must not be submitted by the Enter that ends a Hangul composition, nor by Enter on a checkbox.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    if (isComposing(event) || isCheckbox(event.target as HTMLElement)) event.preventDefault()
    // In a text area Enter begins a new line. Ctrl+Enter and Command+Enter submit the form.
    else if ((event.ctrlKey || event.metaKey) && event.target instanceof HTMLTextAreaElement)
      event.target.form?.requestSubmit()
  }
  const errorOf = (name: string) => issues.find(({ path }) => path === name)?.message ?? null
  /** Replaces the error of one field; null removes it. */
  const showError = (name: string, message: string | null) =>
    setIssues([...(message ? [{ path: name, message }] : []), ...issues.filter(({ path }) => path !== name)])
  return {
    busy,
    errorOf,
    showIssue: (issue: FieldIssue | null) => setIssues(issuesOf(issue)),
    showError,
    // A form with this method sends nothing and stays on the page until React hydrates it, so that no password ends up
    // in a URL.
    formProps: { ref, method: 'dialog', noValidate: true, onSubmit, onInput, onKeyDown },
  }
}

/** A text value of form data; '' if it is missing or a file. */
export const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
