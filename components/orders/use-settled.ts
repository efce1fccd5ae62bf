'use client'

import { useEffect, useState } from 'react'

/** Whether `value` has stood still for a moment: '5' isn't reported as too few on the way to 50. */
export function useSettled(value: unknown, pause = 400): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled === value
}
