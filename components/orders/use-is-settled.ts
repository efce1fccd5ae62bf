'use client'

import { useEffect, useState } from 'react'

/**
 * True if `value` hasn't changed for `pause` milliseconds: no error is then shown for the '5' of a '50' that is being
 * typed.
 */
export function useIsSettled(value: unknown, pause = 400): boolean {
  const [settledValue, setSettledValue] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settledValue === value
}
