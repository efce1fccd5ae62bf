'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { messages } from '#lib/core/pipeline-messages.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import type { AdminOrderRow } from '#lib/orders/schema.ts'
import { callApi } from '../../chrome/call-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { bodyOf, type Draft, type Plan, planText } from './transition-plan.ts'

/** Asks the server to move an order, tells what came of it and brings the list afresh. */
export function useTransitionOrder(order: AdminOrderRow, onMoved: (id: number, to: OrderStatus) => void) {
  const router = useRouter()
  const inFlight = useRef(false)
  const [busy, setBusy] = useState(false)
  async function move(draft: Draft, plan: Extract<Plan, { ok: true }>) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const answer = await callApi('POST', `/api/admin/orders/${order.id}/transition`, bodyOf(draft))
    inFlight.current = false
    setBusy(false)
    if (answer.ok) {
      const done = planText({ ...draft, status: plan.to }, plan)
      toast(`주문 ${order.id} ${orderStatusLabels[plan.to]} · ${done}`, { tone: 'good' })
      onMoved(order.id, plan.to)
    } else toast(answer.message || messages.fault, { tone: 'bad' })
    router.refresh()
  }
  return { busy, move }
}
