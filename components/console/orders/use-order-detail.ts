'use client'

import { useEffect, useState } from 'react'
import type { AdminOrderDetail, AdminOrderRow } from '#lib/orders/schema.ts'
import { callApi } from '../../chrome/call-api.ts'

/** Rows passed by with a held J ask nothing. */
const SETTLE = 120

interface Loaded {
  readonly key: string
  readonly detail: AdminOrderDetail | null
}

/** An order as it stands in the list; when any of this changes, its story has grown. */
const keyOf = ({ id, status, remains, refunded }: AdminOrderRow): string => [id, status, remains, refunded].join(' ')

/** The chosen order's events and money; `first` came with the page. */
export function useOrderDetail(order: AdminOrderRow | undefined, first: AdminOrderDetail | null) {
  const [loaded, setLoaded] = useState<Loaded | null>(first && { key: keyOf(first), detail: first })
  const id = order?.id
  const key = order && keyOf(order)
  const known = loaded?.key === key
  useEffect(() => {
    if (!id || !key || known) return
    let stale = false
    const timer = setTimeout(async () => {
      const answer = await callApi<AdminOrderDetail>('GET', `/api/admin/orders/${id}`)
      if (!stale) setLoaded({ key, detail: answer.ok ? answer.body : null })
    }, SETTLE)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [id, key, known])
  return { detail: known ? (loaded?.detail ?? null) : null, failed: known && loaded?.detail === null }
}
