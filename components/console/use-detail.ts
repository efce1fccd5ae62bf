'use client'

import { useEffect, useState } from 'react'
import { callApi } from '../chrome/call-api.ts'

/** Rows passed by with a held J ask nothing. */
const SETTLE = 120

interface Loaded<Detail> {
  readonly key: string
  readonly detail: Detail | null
}

/**
 * What more there is to know of a chosen row. `key` is the row as it stands in the list: when it changes, `path` is asked
 * afresh; `first` came with the page.
 */
export function useDetail<Detail>(path: string | undefined, key: string | undefined, first: Loaded<Detail> | null) {
  const [loaded, setLoaded] = useState(first)
  const known = loaded?.key === key
  useEffect(() => {
    if (!path || !key || known) return
    let stale = false
    const timer = setTimeout(async () => {
      const answer = await callApi<Detail>('GET', path)
      if (!stale) setLoaded({ key, detail: answer.ok ? answer.body : null })
    }, SETTLE)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [path, key, known])
  return { detail: known ? (loaded?.detail ?? null) : null, failed: known && loaded?.detail === null }
}
