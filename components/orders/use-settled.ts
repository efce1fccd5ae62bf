'use client'

import { useEffect, useState } from 'react'

/** Whether `value` has been unchanged for `pause` milliseconds: no error for the '5' typed on the way to '50'. */
export function useIsSettled(value: unknown, pause = 400): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled === value
}
