import { type ChargeStatus, chargeStatusLabels, reversedLabel } from '#lib/charges/labels.ts'
import type { AdminMember } from '#lib/members/detail/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { autoOrderStatusLabels } from '#lib/orders/auto/labels.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import { adjustmentStatusLabels, entryKindLabels } from '#lib/points/labels.ts'
import { rewardStateLabels } from '#lib/referrals/labels.ts'
import { deviceName } from '../../sessions/device-name.ts'
import { pointText, signedPoints, wonText } from '../amounts.ts'

/** One line of what a member did or had done to him. */
export interface RecordLine {
  readonly key: string
  readonly title: string
  readonly at: string
  readonly amount: string | null
  readonly note: string | null
  /** Where the whole story of it is. */
  readonly place?: { readonly path: string; readonly query: Readonly<Record<string, string | number>> }
}

const places: Readonly<Record<string, string>> = {
  order: '/admin/orders',
  'auto-order': '/admin/auto-orders',
}

type Of<K extends keyof AdminMember> = AdminMember[K] extends readonly (infer Row)[] ? Row : never

function entryLine(entry: Of<'entries'>): RecordLine {
  const path = places[entry.refType]
  return {
    key: String(entry.id),
    title: `${entryKindLabels[entry.kind] ?? entry.kind}${path ? ` ${entry.refId}` : ''}`,
    at: entry.createdAt,
    amount: signedPoints(entry.delta),
    note: [`잔액 ${pointText(entry.balanceAfter)}`, entry.reason].filter(Boolean).join(' · '),
    ...(path && { place: { path, query: { q: entry.refId } } }),
  }
}

const orderLine = (order: Of<'orders'>): RecordLine => ({
  key: String(order.id),
  title: `${order.id} · ${orderStatusLabels[order.status as OrderStatus]}`,
  at: order.createdAt,
  amount: pointText(order.point),
  note: `${order.serviceText} · ${formatCount(order.amount)}개`,
  place: { path: '/admin/orders', query: { q: order.id } },
})

const autoOrderLine = (order: Of<'autoOrders'>): RecordLine => ({
  key: String(order.id),
  title: `${order.id} · ${autoOrderStatusLabels[order.status as keyof typeof autoOrderStatusLabels]}`,
  at: order.createdAt,
  amount: pointText(order.point),
  note: `${order.serviceText} · ${order.completed}/${order.runs}회`,
  place: { path: '/admin/auto-orders', query: { q: order.id } },
})

const chargeLine = (charge: Of<'charges'>): RecordLine => ({
  key: String(charge.id),
  title: `${charge.name} · ${charge.reversedAt ? reversedLabel : chargeStatusLabels[charge.status as ChargeStatus]}`,
  at: charge.createdAt,
  amount: wonText(charge.payAmount),
  note: null,
  place: { path: '/admin/charges', query: { status: 'all', q: charge.name, id: charge.id } },
})

const adjustmentLine = (adjustment: Of<'adjustments'>): RecordLine => ({
  key: String(adjustment.id),
  title: adjustmentStatusLabels[adjustment.status],
  at: adjustment.createdAt,
  amount: signedPoints(adjustment.delta),
  note: [adjustment.reason, [adjustment.askedBy, adjustment.decidedBy].filter(Boolean).join(' → ')].join(' · '),
  ...(adjustment.status === 'WAITING' && {
    place: { path: '/admin/tasks', query: { kind: 'APPROVAL' } },
  }),
})

const rewardLine = (reward: Of<'rewards'>): RecordLine => ({
  key: String(reward.chargeId),
  title: `${reward.otherId} · ${rewardStateLabels[reward.state]}`,
  at: reward.createdAt,
  amount: pointText(reward.state === 'PAID' ? reward.paid : reward.reward),
  note: [
    reward.isReferrer ? '이 회원이 추천함' : '이 회원을 추천함',
    reward.takenBack > 0 ? `${pointText(reward.takenBack)} 되돌림` : null,
  ]
    .filter(Boolean)
    .join(' · '),
  place:
    reward.state === 'WAITING'
      ? { path: '/admin/tasks', query: { kind: 'REFERRAL_REWARD' } }
      : { path: '/admin/charges', query: { status: 'all', id: reward.chargeId } },
})

const sessionLine = (session: Of<'sessions'>): RecordLine => ({
  key: session.createdAt,
  title: deviceName(session.device),
  at: session.createdAt,
  amount: session.open ? '로그인 중' : null,
  note: null,
})

/** A member's lists, in the order they are asked for. */
export const recordTabs = [
  { name: '포인트', linesOf: (detail: AdminMember) => detail.entries.map(entryLine) },
  { name: '주문', linesOf: (detail: AdminMember) => detail.orders.map(orderLine) },
  { name: '자동주문', linesOf: (detail: AdminMember) => detail.autoOrders.map(autoOrderLine) },
  { name: '충전', linesOf: (detail: AdminMember) => detail.charges.map(chargeLine) },
  { name: '조정', linesOf: (detail: AdminMember) => detail.adjustments.map(adjustmentLine) },
  { name: '추천', linesOf: (detail: AdminMember) => detail.rewards.map(rewardLine) },
  { name: '로그인', linesOf: (detail: AdminMember) => detail.sessions.map(sessionLine) },
] as const

export type RecordTab = (typeof recordTabs)[number]['name']
