'use client'

import { useRouter } from 'next/navigation'
import { messages } from '#lib/core/pipeline-messages.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import type { AdminOrderRow, TransitionedOrder } from '#lib/orders/schema.ts'
import { useCall } from '../../chrome/use-call.ts'
import { toast } from '../../ui/toast-store.ts'
import { waitsText } from '../approvals/approval-text.ts'
import { bodyOf, type Draft, type Plan, planText } from './transition-plan.ts'

/** Asks the server to move an order, tells what came of it and brings the list afresh. */
export function useTransitionOrder(order: AdminOrderRow, onMoved: (id: number, to: OrderStatus) => void) {
  const router = useRouter()
  const { busy, call } = useCall()
  async function move(draft: Draft, plan: Extract<Plan, { ok: true }>) {
    const answer = await call<TransitionedOrder>('POST', `/api/admin/orders/${order.id}/transition`, bodyOf(draft))
    if (!answer) return
    const approval = answer.ok && answer.body.approval
    if (approval) toast(waitsText({ kind: 'ORDER_REFUND', ...approval }), { tone: 'good' })
    else if (answer.ok) {
      const done = planText({ ...draft, status: plan.to }, plan)
      toast(`주문 ${order.id} ${orderStatusLabels[plan.to]} · ${done}`, { tone: 'good' })
      onMoved(order.id, plan.to)
    } else toast(answer.message || messages.fault, { tone: 'bad' })
    router.refresh()
  }
  return { busy, move }
}
