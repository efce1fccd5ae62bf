'use client'

import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * After the member has come back to his draft, from a login or a charge, scrolls the order form into sight and focuses
 * what is left to do: the field `missing`, or the summary with the order button. Returns the function that does so, to
 * be called when the draft is restored.
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
