'use client'

import { useRef, useState } from 'react'
import { type ApiAnswer, callApi } from './call-api.ts'

/**
 * Returns `call`, which works like `callApi`, for one call at a time. While a call is in flight, `busy` is true, and a
 * further `call` sends nothing and resolves to null.
 */
export function useCall() {
  const inFlight = useRef(false)
  const [busy, setBusy] = useState(false)
  async function call<T = unknown>(...args: Parameters<typeof callApi>): Promise<ApiAnswer<T> | null> {
    if (inFlight.current) return null
    inFlight.current = true
    setBusy(true)
    const answer = await callApi<T>(...args)
    inFlight.current = false
    setBusy(false)
    return answer
  }
  return { busy, call }
}
