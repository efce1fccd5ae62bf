'use client'

import { useRouter } from 'next/navigation'
import { type RefundStatus, refundStatusLabels } from '#lib/charges/labels.ts'
import type { AdminRefundRow, SettledRefund } from '#lib/charges/schema.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { useCall } from '../../chrome/use-call.ts'
import { toast } from '../../ui/toast-store.ts'
import { wonText } from '../amounts.ts'
import { waitsText } from '../approvals/approval-text.ts'
import type { PayOutAnswers } from './pay-dialog.tsx'

export type RefundVerdict = ({ readonly status: 1 } & PayOutAnswers) | { readonly status: 2; readonly reason: string }

/** What a wish is called: who is paid, and how much. */
export const refundTitle = ({ name, point }: Pick<AdminRefundRow, 'name' | 'point'>): string =>
  `${name} · ${wonText(point)}`

/**
 * Settles a wish and asks the server afresh. `onDone` gets whether this verdict was the one that counted; it isn't
 * called when nobody knows what became of the call.
 */
export function useSettleRefund(onDone: (refund: AdminRefundRow, status: RefundStatus | null) => void) {
  const router = useRouter()
  const { busy, call } = useCall()
  async function settle(refund: AdminRefundRow, verdict: RefundVerdict) {
    const answer = await call<SettledRefund>('PATCH', `/api/admin/refund-requests/${refund.id}`, verdict)
    if (!answer) return
    const waits = answer.ok && answer.body.approval
    if (waits) toast(waitsText({ kind: 'REFUND_PAY', ...waits }), { tone: 'good' })
    else if (answer.ok) toast(`${refundTitle(refund)} ${refundStatusLabels[verdict.status]}`, { tone: 'good' })
    else toast(answer.message || messages.fault, { tone: 'bad' })
    if (answer.status > 0 && answer.status < 500) onDone(refund, answer.ok && !waits ? verdict.status : null)
    router.refresh()
  }
  return { busy, settle }
}
