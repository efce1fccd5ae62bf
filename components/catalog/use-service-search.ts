'use client'

import { useEffect, useState } from 'react'
import type { ServiceSearchResult } from '#lib/catalog/schema.ts'
import { callApi } from '../chrome/call-api.ts'

/** Milliseconds without typing after which a search is sent. */
const TYPING_PAUSE_MS = 120

export type FoundService = ServiceSearchResult['rows'][number]

interface SearchAnswer {
  /** The text that was searched for. */
  readonly q: string
  /** Body of the server's response; null if the search failed. */
  readonly found: ServiceSearchResult | null
}

/** Searches services by `q` on the server. While a search is pending, `rows` are the results of the previous search. */
export function useServiceSearch(q: string) {
  const [answer, setAnswer] = useState<SearchAnswer | null>(null)
  useEffect(() => {
    if (q === '') return setAnswer(null)
    let isStale = false
    const timer = setTimeout(async () => {
      const response = await callApi<ServiceSearchResult>('GET', `/service/search?q=${encodeURIComponent(q)}`)
      if (!isStale) setAnswer({ q, found: response.ok ? response.body : null })
    }, TYPING_PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [q])
  const none: readonly FoundService[] = []
  return {
    rows: answer?.found?.rows ?? none,
    total: answer?.found?.total ?? 0,
    failed: answer !== null && answer.found === null,
    /** True if the results are those of the present `q`, not of an earlier text. */
    settled: answer?.q === q,
  }
}
