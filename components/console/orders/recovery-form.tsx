import { doneOrWaitsText } from '#lib/approvals/labels.ts'
import { type Channel, notifiedText } from '#lib/messages/labels.ts'
import { formatCount, formatPoints, pointText } from '#lib/money/points.ts'
import { droppedOutOfRange, reasonRequired } from '#lib/orders/errors.ts'
import { recoveryTexts } from '#lib/orders/labels.ts'
import { type OrderState, recoverableQuantity, recoveryPoints } from '#lib/orders/rules.ts'
import { refundMessageToMember } from '#lib/orders/staff-labels.ts'
import type { AdminOrderRow, RecoveredOrder } from '#lib/orders/staff-schema.ts'
import type { Action, ActionForm } from '../actions.tsx'
import type { FieldValue } from '../editable-list/draft.ts'
import { reasonField } from '../form-prompt.tsx'
import { NotifyMemberCheckbox, shouldNotifyMember } from '../notify-member.tsx'
import type { List } from '../use-list.ts'
import { parseTypedQuantity, toOrderState } from './transition-plan.ts'

/**
 * Points, in hundredths, that a recovery would give back for the typed number of dropped followers; null if that number
 * cannot be recovered.
 */
function pointsForDraft(order: OrderState, dropped: FieldValue | undefined): bigint | null {
  const count = parseTypedQuantity(String(dropped ?? '')) ?? 0
  if (!(count >= 1 && count <= recoverableQuantity(order))) return null
  const points = recoveryPoints(order, count)
  return points > 0n ? points : null
}

/** Form of a recovery: the number of dropped followers and the reason. The submit button states the points. */
function recoveryForm(
  order: AdminOrderRow,
  channel: Channel | null | undefined,
  onGiven: ActionForm['onGiven'],
): ActionForm {
  const state = toOrderState(order)
  const maxDropped = recoverableQuantity(state)
  return {
    text: `${order.memberId} 회원에게 줄어든 수량만큼 포인트를 돌려줘요. 다시 채울 수 없을 때만, 주문마다 한 번 할 수 있고 현금으로는 환불되지 않아요.`,
    fields: [
      {
        name: 'dropped',
        label: '줄어든 수량',
        kind: 'line',
        required: true,
        hint: `완료된 ${formatCount(maxDropped)}개까지 입력할 수 있어요`,
        input: { inputMode: 'numeric', maxLength: 13 },
      },
      reasonField,
    ],
    check: ({ dropped, reason }) =>
      pointsForDraft(state, dropped) === null
        ? { path: 'dropped', message: droppedOutOfRange(maxDropped).message }
        : reason === ''
          ? { path: 'reason', message: reasonRequired().message }
          : null,
    action: ({ dropped }) => {
      const points = pointsForDraft(state, dropped)
      return points === null ? '복구하기' : `${formatPoints(points)} 복구하기`
    },
    note: ({ dropped, reason }) => {
      const points = pointsForDraft(state, dropped)
      if (points === null) return null
      const count = parseTypedQuantity(String(dropped)) ?? 0
      const messageFacts = { kind: 'RECOVERED', id: order.id, count, point: formatPoints(points) } as const
      return (
        <NotifyMemberCheckbox
          channel={channel}
          message={refundMessageToMember({ ...messageFacts, reason: String(reason ?? '').trim() })}
        />
      )
    },
    onGiven,
  }
}

/** The action that gives points back for dropped followers, as a list of one; empty if the order doesn't allow it. */
export function recoveryActions(
  list: List<AdminOrderRow>,
  order: AdminOrderRow,
  channel: Channel | null | undefined,
): readonly Action[] {
  if (recoverableQuantity(toOrderState(order)) === 0) return []
  const form = recoveryForm(order, channel, async ({ dropped, reason }) => {
    const answer = await list.run<RecoveredOrder>({
      method: 'POST',
      path: `/api/admin/orders/${order.id}/recover`,
      body: { dropped: parseTypedQuantity(String(dropped)), reason, notify: shouldNotifyMember() },
      done: (body) =>
        doneOrWaitsText(
          'UNFOLLOW_RECOVERY',
          `${order.memberId} 님에게 ${pointText(body.recovered)}를 복구했어요.${notifiedText(body.notified)}`,
        )(body),
    })
    if (answer?.ok) list.closeDialog()
  })
  return [{ key: 'r', label: recoveryTexts.name, form }]
}
