'use client'

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { sentEarly } from './early-submits.ts'

/** What is wrong with one field, by its name. */
export interface FieldIssue {
  readonly path: string
  readonly message: string
}

/** What a sending came to: a broken field, nothing to say, or a page that is being left, on which it stays in flight. */
export type FormOutcome = FieldIssue | null | 'leaving'

function focusField(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  const first = field instanceof RadioNodeList ? field[0] : field
  if (first instanceof HTMLElement) first.focus()
}

/**
 * A form that is sent once at a time and shows the first broken field, focused, until it is changed. Spread `formProps`
 * on the form; `errorOf(name)` is the error of a field.
 */
export function useForm(send: (data: FormData) => Promise<FormOutcome>) {
  const [issue, setIssue] = useState<FieldIssue | null>(null)
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (ref.current && sentEarly(ref.current)) ref.current.requestSubmit()
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
  // The Enter that ends a Hangul composition ends the word; it doesn't send the form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.nativeEvent.isComposing) event.preventDefault()
  }
  const errorOf = (name: string) => (issue?.path === name ? issue.message : null)
  return {
    busy,
    errorOf,
    showIssue: setIssue,
    // Until its script runs a form of this method stays where it is: no password ends up in an address.
    formProps: { ref, method: 'dialog', noValidate: true, onSubmit, onInput, onKeyDown },
  }
}

/** A text of a form's data. */
export const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
