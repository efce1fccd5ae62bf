'use client'

import { doneOrWaitsText } from '#lib/approvals/labels.ts'
import type { Channel } from '#lib/messages/labels.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import { canTransitionRefund, isTerminal, offeredStatuses } from '#lib/orders/rules.ts'
import { refundMessageToMember } from '#lib/orders/staff-labels.ts'
import type { AdminOrderRow, TransitionedOrder } from '#lib/orders/staff-schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useMoveFocusOnUnmount } from '../../ui/lost-focus.ts'
import type { FieldDeclaration, FieldValues } from '../editable-list/draft.ts'
import { FormPromptFields, reasonField, useFormPrompt } from '../form-prompt.tsx'
import { NotifyMemberCheckbox, shouldNotifyMember } from '../notify-member.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import {
  asksRemains,
  asksStartCount,
  buildRefundMessageFacts,
  buildTransitionBody,
  computeTransitionPlan,
  type TransitionDraft,
  toOrderState,
  transitionDoneText,
  transitionPlanText,
  transitionSubmitLabel,
} from './transition-plan.ts'

interface TransitionFormProps {
  readonly order: AdminOrderRow
  /** Channel by which the member can be notified; null if there is none, undefined while it is not known yet. */
  readonly channel: Channel | null | undefined
  readonly onMoved: (order: AdminOrderRow, to: OrderStatus) => void
}

/** The values of the form as a TransitionDraft; null until staff have selected a status. */
const transitionDraftOf = ({
  status,
  remains = '',
  startCount = '',
  reason = '',
}: FieldValues): TransitionDraft | null =>
  status ? ({ status: Number(status), remains, startCount, reason } as TransitionDraft) : null

const controlClassName = 'h-[2.5rem]! touch:h-[2.75rem]!'

const countField = (name: string, label: string, current: number | null): FieldDeclaration => ({
  name,
  label,
  className: controlClassName,
  kind: 'line',
  half: true,
  input: { inputMode: 'numeric', placeholder: current === null ? '' : String(current) },
})

/**
 * Form that transitions an order. It offers the statuses to which staff may move it, and shows the refund that the
 * transition would make.
 */
export function TransitionForm({ order, channel, onMoved }: TransitionFormProps) {
  // When the order changes, a new form replaces this one (`key`). If a control of this form has the focus at that
  // moment, the focus moves to another element.
  useMoveFocusOnUnmount()
  const { busy, run } = useConsoleCall()
  const state = toOrderState(order)
  const options = offeredStatuses(state).map((value) => ({ value, label: orderStatusLabels[value] }))
  const fields = (draft: TransitionDraft | null): readonly FieldDeclaration[] => [
    { name: 'status', label: '상태 바꾸기', kind: 'chips', options },
    ...(draft && asksRemains(draft.status) ? [countField('remains', '남은 수량', order.remains)] : []),
    ...(draft && asksStartCount(draft.status) ? [countField('startCount', '시작 수량', order.startCount)] : []),
    // A transition of an ended order is a correction, which needs a reason.
    ...(draft ? [{ ...reasonField, required: isTerminal(state.status), className: controlClassName }] : []),
  ]
  const form = useFormPrompt({
    fields: (typed) => fields(transitionDraftOf(typed)),
    check(values) {
      const draft = transitionDraftOf(values)
      const plan = draft && computeTransitionPlan(state, draft, { final: true })
      return plan && !plan.ok ? { path: plan.field, message: plan.message } : null
    },
    async onGiven(values) {
      const draft = transitionDraftOf(values)
      const plan = draft && computeTransitionPlan(state, draft, { final: true })
      if (!draft || !plan?.ok) return
      const answer = await run<TransitionedOrder>({
        method: 'POST',
        path: `/api/admin/orders/${order.id}/transition`,
        body: {
          ...buildTransitionBody(draft),
          from: state.status,
          notify: canTransitionRefund(plan.to) && shouldNotifyMember(),
        },
        done: (body) => doneOrWaitsText('ORDER_REFUND', transitionDoneText(order.id, draft, plan, body.notified))(body),
      })
      if (answer?.ok && !answer.body.approval) onMoved(order, plan.to)
    },
  })
  const draft = transitionDraftOf(form.draft)
  const preview = draft && computeTransitionPlan(state, draft, { final: false })
  if (options.length === 0) return null
  return (
    <form {...form.formProps} className="grid gap-3.5 border-t border-line pt-3.5 [&>.grid-cols-2]:gap-2">
      <FormPromptFields form={form} />
      {draft && preview && (
        <>
          <TransitionPreview draft={draft} plan={preview} />
          {preview.ok && canTransitionRefund(preview.to) && (
            <NotifyMemberCheckbox
              channel={channel}
              message={refundMessageToMember(buildRefundMessageFacts(order.id, draft, preview))}
            />
          )}
          <Button type="submit" tone="main" busy={busy}>
            {transitionSubmitLabel(preview)}
          </Button>
        </>
      )}
    </form>
  )
}

/** Shows the refund that the transition would make, or why it isn't possible. */
function TransitionPreview({
  draft,
  plan,
}: {
  readonly draft: TransitionDraft
  readonly plan: ReturnType<typeof computeTransitionPlan>
}) {
  if (!plan.ok) return <Notice className="text-s text-ink-3">{plan.message}</Notice>
  return (
    <Notice tone={plan.refund > 0n ? 'warn' : 'neutral'} className="text-s font-semibold tabular-nums">
      {transitionPlanText(draft, plan)}
    </Notice>
  )
}
