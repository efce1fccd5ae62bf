'use client'

import { type FormEvent, useState } from 'react'
import { doneOrWaits } from '#lib/approvals/labels.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import type { AdminOrderRow, TransitionedOrder } from '#lib/orders/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import {
  asksRemains,
  asksStartCount,
  bodyOf,
  type Draft,
  type DraftField,
  emptyDraft,
  needsReason,
  offeredStatuses,
  type Plan,
  planOf,
  planText,
  stateOf,
} from './transition-plan.ts'

interface TransitionFormProps {
  readonly order: AdminOrderRow
  readonly onMoved: (order: AdminOrderRow, to: OrderStatus) => void
}

/**
 * Form that transitions an order: the statuses that staff may move it to, and the refund that the transition would
 * make.
 */
export function TransitionForm({ order, onMoved }: TransitionFormProps) {
  const state = stateOf(order)
  const offered = offeredStatuses(state)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [broken, setBroken] = useState<Extract<Plan, { ok: false }> | null>(null)
  const { busy, run } = useConsoleCall()
  if (offered.length === 0) return null
  const write = (field: DraftField) => (event: { target: { value: string } }) => {
    setBroken(null)
    setDraft((before) => before && { ...before, [field]: event.target.value })
  }
  const choose = (status: OrderStatus) => {
    setBroken(null)
    setDraft((before) => ({ ...(before ?? emptyDraft(status)), status }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft) return
    const plan = planOf(state, draft, { final: true })
    setBroken(plan.ok ? null : plan)
    if (!plan.ok) return
    const answer = await run<TransitionedOrder>({
      method: 'POST',
      path: `/api/admin/orders/${order.id}/transition`,
      body: bodyOf(draft),
      done: doneOrWaits(
        'ORDER_REFUND',
        `주문 ${order.id} ${orderStatusLabels[plan.to]} · ${planText({ ...draft, status: plan.to }, plan)}`,
      ),
    })
    if (answer?.ok && !answer.body.approval) onMoved(order, plan.to)
  }
  const errorOf = (field: DraftField) => (broken?.field === field ? broken.message : null)
  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5 border-t border-line pt-3.5">
      <ChoiceGroup legend="상태 바꾸기" error={errorOf('status')}>
        {offered.map((status) => (
          <ChoiceChip
            key={status}
            name="status"
            label={orderStatusLabels[status]}
            checked={draft?.status === status}
            onChange={() => choose(status)}
          />
        ))}
      </ChoiceGroup>
      {draft && (
        <>
          <Counts draft={draft} order={order} write={write} errorOf={errorOf} />
          <TextField
            label="사유"
            required={needsReason(state)}
            maxLength={500}
            autoComplete="off"
            value={draft.reason}
            onChange={write('reason')}
            error={errorOf('reason')}
            className="h-10! touch:h-11!"
          />
          <Preview draft={draft} plan={planOf(state, draft, { final: false })} />
          <Button type="submit" tone="main" busy={busy}>
            상태 바꾸기
          </Button>
        </>
      )}
    </form>
  )
}

interface CountsProps {
  readonly draft: Draft
  readonly order: AdminOrderRow
  readonly write: (field: DraftField) => (event: { target: { value: string } }) => void
  readonly errorOf: (field: DraftField) => string | null
}

function Counts({ draft, order, write, errorOf }: CountsProps) {
  const counts = [
    { field: 'remains', label: '남은 수량', shown: asksRemains(draft.status), now: order.remains },
    { field: 'startCount', label: '시작 수량', shown: asksStartCount(draft.status), now: order.startCount },
  ] as const
  const shown = counts.filter((count) => count.shown)
  if (shown.length === 0) return null
  return (
    <div className="grid grid-cols-2 gap-2">
      {shown.map(({ field, label, now }) => (
        <TextField
          key={field}
          label={label}
          inputMode="numeric"
          autoComplete="off"
          placeholder={now === null ? '' : String(now)}
          value={draft[field]}
          onChange={write(field)}
          error={errorOf(field)}
          className="h-10! touch:h-11!"
        />
      ))}
    </div>
  )
}

/** The refund that the transition would make, or why the transition isn't possible. */
function Preview({ draft, plan }: { readonly draft: Draft; readonly plan: Plan }) {
  if (!plan.ok) return <Notice className="text-s text-ink-3">{plan.message}</Notice>
  return (
    <Notice tone={plan.refund > 0n ? 'warn' : 'neutral'} className="text-s font-semibold tabular-nums">
      {planText(draft, plan)}
    </Notice>
  )
}
