'use client'

import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns a function to be called when a draft is restored to which the user was led back (`markReturnToDraft`). It
 * scrolls the order form into view and focuses the field named `missing`, which still has to be filled in, or the summary
 * with the order button if `missing` is null.
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
