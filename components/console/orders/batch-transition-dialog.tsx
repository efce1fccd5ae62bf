'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messages } from '#lib/core/pipeline-messages.ts'
import { reasonRequired } from '#lib/orders/errors.ts'
import { orderStatusLabels } from '#lib/orders/labels.ts'
import { type BatchTransitionTarget, batchTransitionTargets, batchTransitionTexts } from '#lib/orders/staff-labels.ts'
import type { BatchPreview, BatchTransitionResults } from '#lib/orders/staff-schema.ts'
import { type CallAttempt, callAttemptFor } from '../../chrome/attempt.ts'
import { callApi } from '../../chrome/call-api.ts'
import { Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useConsoleCall } from '../use-console-call.ts'
import {
  type BatchTransitionPlan,
  batchTransitionFacts,
  buildBatchTransitionPlan,
  orderCountText,
  type RefusedOrders,
  summarizeBatchTransition,
} from './batch-transition-plan.ts'

interface BatchTransitionDialogProps {
  readonly ids: readonly number[]
  /** Called after each call with the ids of the orders that were transitioned. */
  readonly onMoved: (ids: readonly number[], to: BatchTransitionTarget) => void
  readonly onClose: () => void
}

/** Loads a preview of the transition of these orders to `status`; null until the server has responded. */
function usePreview(ids: readonly number[], status: BatchTransitionTarget | null): BatchTransitionPlan | null {
  const [preview, setPreview] = useState<{ status: BatchTransitionTarget; plan: BatchTransitionPlan } | null>(null)
  const load = useEffectEvent(async (requestedStatus: BatchTransitionTarget, isStale: () => boolean) => {
    const answer = await callApi<BatchPreview>('POST', '/api/admin/orders/transitions/preview', {
      ids,
      status: requestedStatus,
    })
    if (isStale()) return
    if (answer.ok) setPreview({ status: requestedStatus, plan: buildBatchTransitionPlan(answer.body.rows) })
    else toast(answer.message || messages.fault, { tone: 'bad' })
  })
  useEffect(() => {
    let isOutdated = false
    if (status !== null) void load(status, () => isOutdated)
    return () => {
      isOutdated = true
    }
  }, [status])
  return preview !== null && preview.status === status ? preview.plan : null
}

/**
 * Dialog that transitions several orders to one status. It first shows what the transition would do. Afterwards it
 * lists the orders that were refused, if any.
 */
export function BatchTransitionDialog({ ids, onMoved, onClose }: BatchTransitionDialogProps) {
  // The ids with which the dialog was opened. Orders that have been transitioned disappear from the prop `ids`.
  const [initialIds] = useState(ids)
  const [status, setStatus] = useState<BatchTransitionTarget | null>(null)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<ReturnType<typeof summarizeBatchTransition> | null>(null)
  const attempt = useRef<CallAttempt | null>(null)
  const { busy, run } = useConsoleCall()
  const plan = usePreview(initialIds, status)
  const submit = async () => {
    if (status === null || !plan || plan.orders.length === 0) return
    if (plan.needsReason && reason.trim() === '') return setError(reasonRequired().message)
    const body = { orders: plan.orders, status, reason: reason.trim() }
    attempt.current = callAttemptFor(attempt.current, JSON.stringify(body))
    const answer = await run<BatchTransitionResults>({
      method: 'POST',
      path: '/api/admin/orders/transitions',
      body,
      headers: { 'idempotency-key': attempt.current.key },
    })
    if (!answer?.ok) return
    const result = summarizeBatchTransition(answer.body)
    onMoved(result.moved, status)
    if (result.moved.length === answer.body.rows.length) {
      toast(result.text, { tone: 'good' })
      onClose()
    } else setOutcome(result)
  }
  const count = plan?.orders.length ?? 0
  return (
    <ConfirmDialog
      title={`주문 ${orderCountText(initialIds.length)} 상태 바꾸기`}
      action={
        outcome || status === null || (plan && count === 0)
          ? undefined
          : `${plan ? `${orderCountText(count)} ` : ''}${batchTransitionTexts[status]}`
      }
      tone={status === 5 ? 'bad' : 'main'}
      busy={busy || plan === null}
      onConfirm={submit}
      onClose={onClose}
    >
      {outcome ? (
        <div role="status" className="grid gap-2">
          <Notice tone="warn" className="text-s">
            {outcome.text}
          </Notice>
          <RefusedList refused={outcome.refused} />
        </div>
      ) : (
        <>
          <ChoiceGroup legend="바꿀 상태">
            {batchTransitionTargets.map((each) => (
              <ChoiceChip
                key={each}
                name="status"
                value={each}
                label={orderStatusLabels[each]}
                checked={status === each}
                onChange={() => setStatus(each)}
              />
            ))}
          </ChoiceGroup>
          {status !== null && (
            <div role="status" className="grid gap-3">
              {plan ? <PlanPreview plan={plan} /> : <p className="text-s text-ink-3">바뀔 내용을 확인하고 있어요.</p>}
            </div>
          )}
          {plan && count > 0 && (
            <TextField
              label="사유"
              required={plan.needsReason}
              maxLength={500}
              value={reason}
              error={error}
              onChange={(event) => {
                setReason(event.target.value)
                setError(null)
              }}
            />
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

function PlanPreview({ plan }: { readonly plan: BatchTransitionPlan }) {
  return (
    <>
      <Facts facts={batchTransitionFacts(plan)} />
      {plan.waiting > 0 && (
        <Notice tone="warn" className="text-s">
          {`${orderCountText(plan.waiting)}은 바로 환불하지 않고 다른 운영자의 확인을 기다려요.`}
        </Notice>
      )}
      <RefusedList refused={plan.refused} />
    </>
  )
}

/** The ids of the orders that can't be or weren't transitioned, grouped by the reason. */
function RefusedList({ refused }: { readonly refused: readonly RefusedOrders[] }) {
  if (refused.length === 0) return null
  return (
    <ul className="grid gap-1.5 text-s">
      {refused.map(({ message, ids }) => (
        <li key={message}>
          <b className="font-semibold">{`${orderCountText(ids.length)} 제외`}</b> {message}{' '}
          <span className="text-ink-3 tabular-nums">{ids.join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}
