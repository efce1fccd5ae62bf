'use client'

import { type RefObject, useEffect, useEffectEvent } from 'react'

type FieldNames = readonly string[]

/** The texts of the named fields of a form, by name; empty texts are left out. */
export const textsOfFields = (data: FormData, names: FieldNames): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = data.get(name)
      return typeof text === 'string' && text !== '' ? [[name, text]] : []
    }),
  )

/** Parses the stored texts of the named fields; other fields are ignored. Empty if `stored` is malformed. */
export function parseFieldTexts(stored: string | null, names: FieldNames): Record<string, string> {
  try {
    const texts: unknown = JSON.parse(stored ?? '{}')
    const form = new FormData()
    for (const [name, text] of Object.entries(Object(texts))) if (typeof text === 'string') form.set(name, text)
    return textsOfFields(form, names)
  } catch {
    return {}
  }
}

/**
 * Stores the texts of the named fields of a form in this tab's session storage, so that a reload doesn't lose them.
 * Never name a field with a secret. Use `storeFields` as the form's `onChange`, and call `removeFields` once the form
 * is sent. `layout` names what decides which fields are rendered: when it changes, fields that were rendered anew get
 * their texts again.
 */
export function useStoredFields(
  form: RefObject<HTMLFormElement | null>,
  key: string,
  names: FieldNames,
  layout: string,
) {
  const restore = useEffectEvent(() => {
    for (const [name, text] of Object.entries(parseFieldTexts(readStored(key), names))) {
      const field = form.current?.elements.namedItem(name)
      // A field that already has text is not changed: the text was typed before React hydrated the page.
      if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && !field.value) field.value = text
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the layout is what the effect waits for.
  useEffect(() => restore(), [layout])
  return {
    storeFields: () => form.current && writeStored(key, textsOfFields(new FormData(form.current), names)),
    removeFields: () => writeStored(key, {}),
  }
}

// Returns null if nothing is stored or storage is blocked. If storage is blocked or full, a reload loses the texts of
// the form.
function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function writeStored(key: string, texts: Record<string, string>): void {
  try {
    if (Object.keys(texts).length > 0) sessionStorage.setItem(key, JSON.stringify(texts))
    else sessionStorage.removeItem(key)
  } catch {
    // See `readStored`.
  }
}
