'use client'

import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Brings the order form into sight after a return to its draft, with the focus on what is left to do: the field that
 * `missing` names, or the summary with the order button. Returns a function to call when the draft is restored.
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
