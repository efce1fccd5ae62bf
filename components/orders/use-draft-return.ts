'use client'

import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns a function to call after restoring a draft, when the user was led back to it (`markReturnToDraft`). The
 * function scrolls the order form into view. It focuses the field `missing`, which still has to be filled in, or, if
 * `missing` is null, the summary with the order button.
 */
export function useDraftReturn(form: RefObject<HTMLFormElement | null>, missing: string | null) {
  const [returns, setReturns] = useState(0)
  const show = useEffectEvent(() => {
    if (!form.current) return
    const named = form.current.elements.namedItem(missing ?? 'link')
    const field = named instanceof HTMLElement ? named : form.current
    field.scrollIntoView({ block: 'center' })
    const target = missing === null ? form.current.querySelector<HTMLElement>('aside') : field
    target?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (returns > 0) show()
  }, [returns])
  return () => setReturns((count) => count + 1)
}
