'use client'

import { useEffect, useState } from 'react'
import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import type { ServiceDetail } from '#lib/providers/schema.ts'
import { callApi } from '../../chrome/call-api.ts'

/** Rows passed by with a held J ask nothing. */
const SETTLE = 120

/** What hangs on the chosen service. It is asked for again whenever the list comes afresh. */
export function useServiceDetail(service: AdminServiceRow | undefined) {
  const [loaded, setLoaded] = useState<{ id: number; detail: ServiceDetail | null } | null>(null)
  useEffect(() => {
    if (!service) return
    let stale = false
    const timer = setTimeout(async () => {
      const answer = await callApi<ServiceDetail>('GET', `/api/admin/services/${service.id}`)
      if (!stale) setLoaded({ id: service.id, detail: answer.ok ? answer.body : null })
    }, SETTLE)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [service])
  const mine = loaded?.id === service?.id ? loaded : null
  return { detail: mine?.detail ?? null, failed: mine !== null && mine.detail === null }
}
