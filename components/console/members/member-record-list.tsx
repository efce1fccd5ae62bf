'use client'

import { useId, useState } from 'react'
import { chargeStatusText } from '#lib/charges/labels.ts'
import type { AdminMember } from '#lib/members/detail/schema.ts'
import { formatCount, pointText, signedPointText, wonText } from '#lib/money/points.ts'
import { type AutoOrderStatus, autoOrderStatusLabels, autoOrderWaitLabels } from '#lib/orders/auto/labels.ts'
import { findAutoOrderWaitReason } from '#lib/orders/auto/rules.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import { adjustmentStatusLabels, entryKindLabels } from '#lib/points/labels.ts'
import { rewardStateLabels } from '#lib/referrals/labels.ts'
import { deviceName } from '../../sessions/device-name.ts'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { rowQuery } from '../list-state.ts'
import { PageLink } from '../page-link.tsx'

/** A line in the list of a member's records: an order, a charge, an adjustment and so on. */
interface RecordLine {
  readonly key: string
  readonly title: string
  readonly at: string
  /** Text at the right: an amount, or the note that a session is still open. */
  readonly amount: string | null
  readonly note: string | null
  /** Link to the console page with the record's detail. */
  readonly link?: { readonly path: string; readonly query: Readonly<Record<string, string | number>> }
}

const recordPages: Readonly<Record<string, string>> = {
  order: '/admin/orders',
  'auto-order': '/admin/auto-orders',
}

/** One record of the kind `K`, for example one order for `orders`. */
type RecordRow<K extends keyof AdminMember> = AdminMember[K] extends readonly (infer Row)[] ? Row : never

function entryLine(entry: RecordRow<'entries'>): RecordLine {
  const path = recordPages[entry.refType]
  return {
    key: String(entry.id),
    title: `${entryKindLabels[entry.kind] ?? entry.kind}${path ? ` ${entry.refId}` : ''}`,
    at: entry.createdAt,
    amount: signedPointText(entry.delta),
    note: [`잔액 ${pointText(entry.balanceAfter)}`, entry.reason].filter(Boolean).join(' · '),
    ...(path && { link: { path, query: { q: entry.refId } } }),
  }
}

const orderLine = (order: RecordRow<'orders'>): RecordLine => ({
  key: String(order.id),
  title: `${order.id} · ${orderStatusLabels[order.status as OrderStatus]}`,
  at: order.createdAt,
  amount: pointText(order.point),
  note: `${order.serviceText} · ${formatCount(order.amount)}개`,
  link: { path: '/admin/orders', query: { q: order.id } },
})

function autoOrderStateText(order: RecordRow<'autoOrders'>): string {
  const waitReason = findAutoOrderWaitReason(order)
  return waitReason ? autoOrderWaitLabels[waitReason] : autoOrderStatusLabels[order.status as AutoOrderStatus]
}

const autoOrderLine = (order: RecordRow<'autoOrders'>): RecordLine => ({
  key: String(order.id),
  title: `${order.id} · ${autoOrderStateText(order)}`,
  at: order.createdAt,
  amount: pointText(order.point),
  note: `${order.serviceText} · ${order.completed}/${order.runs}회`,
  link: { path: '/admin/auto-orders', query: { q: order.id } },
})

const chargeLine = (charge: RecordRow<'charges'>): RecordLine => ({
  key: String(charge.id),
  title: `${charge.name} · ${chargeStatusText(charge)}`,
  at: charge.createdAt,
  amount: wonText(charge.payAmount),
  note: null,
  link: { path: '/admin/charges', query: rowQuery(charge.id) },
})

const adjustmentLine = (adjustment: RecordRow<'adjustments'>): RecordLine => ({
  key: String(adjustment.id),
  title: adjustmentStatusLabels[adjustment.status],
  at: adjustment.createdAt,
  amount: signedPointText(adjustment.delta),
  note: [adjustment.reason, [adjustment.askedBy, adjustment.decidedBy].filter(Boolean).join(' → ')].join(' · '),
  ...(adjustment.status === 'WAITING' && {
    link: { path: '/admin/tasks', query: { kind: 'APPROVAL' } },
  }),
})

const rewardLine = (reward: RecordRow<'rewards'>): RecordLine => ({
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
  link:
    reward.state === 'WAITING'
      ? { path: '/admin/tasks', query: { kind: 'REFERRAL_REWARD' } }
      : { path: '/admin/charges', query: rowQuery(reward.chargeId) },
})

const sessionLine = (session: RecordRow<'sessions'>): RecordLine => ({
  key: session.createdAt,
  title: deviceName(session.device),
  at: session.createdAt,
  amount: session.open ? '로그인 중' : null,
  note: null,
})

/** Kinds of records, one for each tab. */
const recordTabs = [
  { name: '포인트', linesOf: (detail: AdminMember) => detail.entries.map(entryLine) },
  { name: '주문', linesOf: (detail: AdminMember) => detail.orders.map(orderLine) },
  { name: '자동주문', linesOf: (detail: AdminMember) => detail.autoOrders.map(autoOrderLine) },
  { name: '충전', linesOf: (detail: AdminMember) => detail.charges.map(chargeLine) },
  { name: '조정', linesOf: (detail: AdminMember) => detail.adjustments.map(adjustmentLine) },
  { name: '추천', linesOf: (detail: AdminMember) => detail.rewards.map(rewardLine) },
  { name: '로그인', linesOf: (detail: AdminMember) => detail.sessions.map(sessionLine) },
] as const

type RecordTab = (typeof recordTabs)[number]['name']

interface MemberRecordListProps {
  /** Null while the detail is loading. */
  readonly detail: AdminMember | null
  readonly failed: boolean
}

/** The latest records of a member, one kind at a time, newest first. */
export function MemberRecordList({ detail, failed }: MemberRecordListProps) {
  // The detail is rendered beside the table and, on narrow screens, also in a dialog: each copy needs its own radio
  // group.
  const radioGroup = useId()
  const [tab, setTab] = useState<RecordTab>('포인트')
  const lines = detail && recordTabs.find(({ name }) => name === tab)?.linesOf(detail)
  return (
    <section aria-label="회원 기록" className="grid gap-3 border-t border-line pt-3.5">
      <ChoiceGroup legend="기록">
        {recordTabs.map(({ name }) => (
          <ChoiceChip key={name} name={radioGroup} label={name} checked={tab === name} onChange={() => setTab(name)} />
        ))}
      </ChoiceGroup>
      {failed && <p className="text-s text-bad">회원 기록을 불러오지 못했어요.</p>}
      {!failed && !lines && <Skeleton className="h-32" />}
      {lines?.length === 0 && <p className="text-s text-ink-3">{tab} 기록이 없어요.</p>}
      {lines && lines.length > 0 && (
        <ol className="grid gap-2.5">
          {lines.map((line) => (
            <RecordLineItem key={line.key} line={line} />
          ))}
        </ol>
      )}
    </section>
  )
}

function RecordLineItem({ line: { title, at, amount, note, link } }: { readonly line: RecordLine }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 text-s tabular-nums">
      <b className="font-semibold wrap-anywhere">{link ? <PageLink {...link}>{title}</PageLink> : title}</b>
      <span className="text-right font-semibold whitespace-nowrap">{amount}</span>
      {note && <span className="col-span-2 text-ink-2 wrap-anywhere">{note}</span>}
      <time className="col-span-2 text-ink-3">{seoulTime(at)}</time>
    </li>
  )
}
