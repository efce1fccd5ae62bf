'use client'

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from './composing.ts'
import { wasSubmittedEarly } from './early-submits.ts'

/** An error of one field; `path` is the field's name. */
export interface FieldIssue {
  readonly path: string
  readonly message: string
}

/**
 * Outcome of a submission: an error of a field, null for no error, or 'leaving' if another page is loading, until which
 * the form stays busy.
 */
export type FormOutcome = FieldIssue | null | 'leaving'

function focusField(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  const first = field instanceof RadioNodeList ? field[0] : field
  if (first instanceof HTMLElement) first.focus()
}

/**
 * State of a form that sends one submission at a time. The first invalid field is focused and shows its error until it
 * is changed. Spread `formProps` on the form; `errorOf(name)` is the error of a field.
 */
export function useForm(send: (data: FormData) => Promise<FormOutcome>) {
  const [issue, setIssue] = useState<FieldIssue | null>(null)
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (ref.current && wasSubmittedEarly(ref.current)) ref.current.requestSubmit()
  }, [])

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (inFlight.current) return
    const form = event.currentTarget
    inFlight.current = true
    setBusy(true)
    const outcome = await send(new FormData(form))
    if (outcome === 'leaving') return
    inFlight.current = false
    setBusy(false)
    setIssue(outcome)
    if (outcome) focusField(form, outcome.path)
  }
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (issue && (issue.path === '' || issue.path === name)) setIssue(null)
  }
  // The Enter that ends a Hangul composition must not submit the form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
  }
  const errorOf = (name: string) => (issue?.path === name ? issue.message : null)
  return {
    busy,
    errorOf,
    showIssue: setIssue,
    // Until hydration, a form with this method submits nothing and stays on the page, so that no password ends up in a
    // URL.
    formProps: { ref, method: 'dialog', noValidate: true, onSubmit, onInput, onKeyDown },
  }
}

/** A text value of form data; '' if it is missing or a file. */
export const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
