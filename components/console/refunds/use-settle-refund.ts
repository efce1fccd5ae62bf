'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { type RefundStatus, refundStatusLabels } from '#lib/charges/labels.ts'
import type { AdminRefundRow } from '#lib/charges/schema.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { callApi } from '../../chrome/call-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { wonText } from '../amounts.ts'

export type RefundVerdict = { readonly status: 1 } | { readonly status: 2; readonly reason: string }

/** What a wish is called: who is paid, and how much. */
export const refundTitle = ({ name, point }: Pick<AdminRefundRow, 'name' | 'point'>): string =>
  `${name} · ${wonText(point)}`

/**
 * Settles a wish and asks the server afresh. `onDone` gets whether this verdict was the one that counted; it isn't
 * called when nobody knows what became of the call.
 */
export function useSettleRefund(onDone: (refund: AdminRefundRow, status: RefundStatus | null) => void) {
  const router = useRouter()
  const inFlight = useRef(false)
  const [busy, setBusy] = useState(false)
  async function settle(refund: AdminRefundRow, verdict: RefundVerdict) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const answer = await callApi('PATCH', `/api/admin/refund-requests/${refund.id}`, verdict)
    inFlight.current = false
    setBusy(false)
    if (answer.ok) toast(`${refundTitle(refund)} ${refundStatusLabels[verdict.status]}`, { tone: 'good' })
    else toast(answer.message || messages.fault, { tone: 'bad' })
    if (answer.status > 0 && answer.status < 500) onDone(refund, answer.ok ? verdict.status : null)
    router.refresh()
  }
  return { busy, settle }
}
