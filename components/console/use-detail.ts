'use client'

import { useEffect, useState } from 'react'
import { callApi } from '../chrome/call-api.ts'

/**
 * Milliseconds for which a row must stay selected before its detail is loaded, so that moving through rows with J held
 * down loads no details.
 */
const LOAD_DELAY_MS = 120

interface LoadedDetail<Detail> {
  readonly path: string
  readonly version: unknown
  readonly detail: Detail | null
}

/**
 * Loads the detail of the selected row from the path `pathOf(row)`, and loads it again when `versionOf(row)` changes.
 * Until the new detail arrives, the old detail of the same row stays visible. `initialDetail` is the detail that the
 * server has loaded with the page.
 */
export function useDetail<Row, Detail>(
  row: Row | undefined,
  { pathOf, versionOf }: { readonly pathOf: (row: Row) => string; readonly versionOf: (row: Row) => unknown },
  initialDetail: (Row & Detail) | null = null,
) {
  const [loaded, setLoaded] = useState<LoadedDetail<Detail> | null>(
    initialDetail && { path: pathOf(initialDetail), version: versionOf(initialDetail), detail: initialDetail },
  )
  const path = row && pathOf(row)
  const version = row && versionOf(row)
  const current = loaded?.path === path ? loaded : null
  const isFresh = current?.version === version
  useEffect(() => {
    if (!path || isFresh) return
    let isStale = false
    const timer = setTimeout(async () => {
      const answer = await callApi<Detail>('GET', path)
      if (!isStale) setLoaded({ path, version, detail: answer.ok ? answer.body : null })
    }, LOAD_DELAY_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [path, version, isFresh])
  return { detail: current?.detail ?? null, failed: current !== null && current.detail === null }
}
