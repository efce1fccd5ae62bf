import { type Channel, notifiedText } from '#lib/messages/labels.ts'
import { formatPoints, type Points, pointsFromResponse } from '#lib/money/points.ts'
import { reasonRequired, remainsRequired, transitionRefused } from '#lib/orders/errors.ts'
import { type OrderStatus, orderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import { decideTransition, type OrderState, type TransitionRefusal } from '#lib/orders/rules.ts'
import type { RefundMessageFacts } from '#lib/orders/staff-labels.ts'
import type { AdminOrderRow } from '#lib/orders/staff-schema.ts'

const { PENDING, INPROGRESS, PROCESSING, PARTIAL, COMPLETED } = orderStatus

/** What staff have typed so far in the form that transitions an order. */
export interface TransitionDraft {
  readonly status: OrderStatus
  readonly remains: string
  readonly startCount: string
  readonly reason: string
}

export type TransitionDraftField = 'remains' | 'startCount' | 'reason' | 'status'

/**
 * The outcome that the draft of a transition would have: the resulting status, remaining quantity and refund, or the
 * field with the error. The browser computes it for the preview, by the rules of the server.
 */
export type TransitionPlan =
  | { readonly ok: true; readonly to: OrderStatus; readonly remains: number; readonly refund: Points }
  | { readonly ok: false; readonly field: TransitionDraftField; readonly message: string }

export const toOrderState = (order: AdminOrderRow): OrderState => ({
  status: order.status as OrderStatus,
  amount: order.amount,
  remains: order.remains,
  price: pointsFromResponse(order.point),
  refunded: pointsFromResponse(order.refunded),
  recovered: pointsFromResponse(order.recovered),
})

const statusesAskingRemains: readonly OrderStatus[] = [PARTIAL, PROCESSING, INPROGRESS]
const statusesAskingStartCount: readonly OrderStatus[] = [PENDING, PROCESSING, INPROGRESS, PARTIAL, COMPLETED]

/** True if the form asks for the remaining quantity when an order moves to this status. */
export const asksRemains = (status: OrderStatus): boolean => statusesAskingRemains.includes(status)

/** True if the form asks for the start count when an order moves to this status. */
export const asksStartCount = (status: OrderStatus): boolean => statusesAskingStartCount.includes(status)

const refusalMessages: Record<TransitionRefusal, { field: TransitionDraftField; message: string }> = {
  TRANSITION: { field: 'status', message: transitionRefused().message },
  REASON: { field: 'reason', message: reasonRequired().message },
  REMAINS: { field: 'remains', message: remainsRequired().message },
}

const MAX_START_COUNT = 2_147_483_647

/** Parses a typed quantity such as '1,000': null for an empty text, NaN for anything that is no whole number. */
export function parseTypedQuantity(text: string): number | null {
  const digits = text.replace(/[\s,]/g, '')
  if (digits === '') return null
  return /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
}

const startCountOf = ({ status, startCount }: TransitionDraft): number | null =>
  asksStartCount(status) ? parseTypedQuantity(startCount) : null

const transitionRequestOf = (draft: TransitionDraft, reason: string) =>
  ({
    status: draft.status,
    remains: asksRemains(draft.status) ? parseTypedQuantity(draft.remains) : null,
    by: 'staff',
    reason,
  }) as const

/**
 * Computes the plan of a draft by the server's rules. `final` is true when the form is submitted; before that a missing
 * reason is no error, because staff write it last.
 */
export function computeTransitionPlan(
  order: OrderState,
  draft: TransitionDraft,
  { final }: { final: boolean },
): TransitionPlan {
  const reason = draft.reason.trim()
  const decision = decideTransition(order, transitionRequestOf(draft, final ? reason : reason || '-'))
  if ('refused' in decision) return { ok: false, ...refusalMessages[decision.refused] }
  const start = startCountOf(draft)
  if (start !== null && !(start <= MAX_START_COUNT))
    return { ok: false, field: 'startCount', message: '시작 수량을 정수로 입력해 주세요.' }
  return { ok: true, to: decision.to, remains: decision.remains, refund: decision.refunded - order.refunded }
}

/** The body of POST /api/admin/orders/{id}/transition, without `by`: the server knows who calls. */
export const buildTransitionBody = (draft: TransitionDraft) => ({
  ...transitionRequestOf(draft, draft.reason.trim()),
  by: undefined,
  startCount: startCountOf(draft),
})

/**
 * The effect of a transition as text: the refund ('518.1P 환불'). If the remaining quantity leads to another status than
 * the selected one, the text begins with that status.
 */
export function transitionPlanText(draft: TransitionDraft, plan: Extract<TransitionPlan, { ok: true }>): string {
  const money = plan.refund > 0n ? `${formatPoints(plan.refund)} 환불` : '환불 없음'
  return plan.to === draft.status ? money : `${orderStatusLabels[plan.to]} 처리 · ${money}`
}

/**
 * Text of the toast after a transition: the new status of the order, the refund and, if the member is notified, a
 * sentence about the notification.
 */
export function transitionDoneText(
  id: number,
  draft: TransitionDraft,
  plan: Extract<TransitionPlan, { ok: true }>,
  notified: Channel | null,
): string {
  const done = `주문 ${id} ${orderStatusLabels[plan.to]} · ${transitionPlanText({ ...draft, status: plan.to }, plan)}`
  return notified ? `${done}.${notifiedText(notified)}` : done
}

/** Facts for the message to the member about a transition that cancels the order or ends it partly delivered. */
export const buildRefundMessageFacts = (
  id: number,
  { reason }: Pick<TransitionDraft, 'reason'>,
  { to, remains, refund }: Extract<TransitionPlan, { ok: true }>,
): RefundMessageFacts => ({
  kind: to === orderStatus.CANCELED ? 'CANCELED' : 'PARTIAL',
  id,
  count: remains,
  point: refund > 0n ? formatPoints(refund) : '',
  reason: reason.trim(),
})

/** Label of the submit button. It states the refund ('6,515.5P 환불하기'); without a refund it is 상태 바꾸기. */
export const transitionSubmitLabel = (plan: TransitionPlan): string =>
  plan.ok && plan.refund > 0n ? `${formatPoints(plan.refund)} 환불하기` : '상태 바꾸기'
