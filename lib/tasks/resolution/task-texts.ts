import { type ApprovalKind, type ApprovalWhy, approvalWhyLabels, askedAmountText } from '#lib/approvals/labels.ts'
import { type DisputeReason, disputeReasonLabels } from '#lib/card-payments/labels.ts'
import { type ConnectionKind, connectionDeclarations } from '#lib/connections/labels.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { channelLabels } from '#lib/messages/labels.ts'
import { formatCount, pointText, signedPointText, wonText } from '#lib/money/points.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import { providerErrorText } from '#lib/providers/staff-labels.ts'
import { type RewardHoldReason, rewardHoldReasonLabels } from '#lib/referrals/labels.ts'
import {
  type RequestKind,
  type RequestTaskCause,
  requestKindLabels,
  requestTaskCauseLabels,
} from '#lib/requests/labels.ts'
import { alarmCauseText } from '#lib/service-measures/staff-labels.ts'
import type { TaskKind, TaskRefType } from '#lib/tasks/labels.ts'
import type { TaskAction } from './labels.ts'

/** Facts from which the texts of a task are made. */
interface TaskFacts {
  readonly kind: TaskKind
  readonly refType: TaskRefType
  readonly refId: number
  readonly detail: Readonly<Record<string, unknown>>
  /** Points that applying the update or cancelling the order would refund now. */
  readonly refund: number | null
  readonly memberId: string | null
  readonly serviceText: string | null
  readonly providerName: string | null
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOrZero = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Text for a deposit in a task's detail: depositor name and amount. */
const depositText = (detail: unknown): string => {
  const { name, amount } = (detail ?? {}) as Record<string, unknown>
  return `${textOrEmpty(name)} · ${wonText(numberOrZero(amount))}`
}

/** Days with missed deposits, oldest first, from the detail of a DEPOSIT_MISSED task. */
export const parseMissedDays = (
  detail: TaskFacts['detail'],
): [day: string, found: { count: number; amount: number }][] =>
  Object.entries((detail.days ?? {}) as Record<string, { count: number; amount: number }>).sort()

function missedDepositsText(detail: TaskFacts['detail']): string {
  const days = parseMissedDays(detail)
  const sumOf = (field: 'count' | 'amount') => days.reduce((sum, [, found]) => sum + found[field], 0)
  const dayNames = days.map(([day]) => day)
  const span = days.length > 2 ? `${dayNames[0]}부터 ${dayNames.at(-1)}까지 ${days.length}일` : dayNames.join(', ')
  return `${span} · ${sumOf('count')}건 · ${wonText(sumOf('amount'))}`
}

const requestName = (kind: unknown): string => `${requestKindLabels[kind as RequestKind] ?? ''} 요청`

const subjectTexts: Readonly<Record<TaskRefType, (task: TaskFacts) => string | null>> = {
  order: ({ refId }) => `주문 ${refId}`,
  request: ({ detail }) => `주문 ${numberOrZero(detail.orderId)} · ${requestName(detail.request)}`,
  charge: ({ refId }) => `충전 ${refId}`,
  deposit: ({ detail }) => depositText(detail),
  receipt: ({ refId }) => `영수증 ${refId}`,
  'card-payment': ({ detail }) => `결제 ${textOrEmpty(detail.paymentId)} · ${wonText(numberOrZero(detail.paid))}`,
  provider: ({ providerName, refId }) => providerName ?? `공급사 ${refId}`,
  service: ({ serviceText }) => serviceText,
  member: ({ memberId }) => memberId,
  adjustment: ({ memberId, detail }) => `${memberId} · ${signedPointText(numberOrZero(detail.delta))}`,
  approval: ({ memberId, detail }) =>
    [
      memberId,
      askedAmountText({
        kind: detail.kind as ApprovalKind,
        amount: numberOrZero(detail.amount),
        takes: detail.takes === true,
      }),
    ]
      .filter(Boolean)
      .join(' · '),
  channel: ({ detail }) => channelLabels[detail.channel as keyof typeof channelLabels] ?? null,
  connection: ({ detail }) => connectionDeclarations[detail.connection as ConnectionKind]?.label ?? null,
  books: () => '장부',
  'legal-limit': ({ detail }) => textOrEmpty(detail.name),
  'pending-change': ({ detail }) =>
    `${textOrEmpty(detail.name)}: ${textOrEmpty(detail.before)} → ${textOrEmpty(detail.after)}`,
}

/**
 * Text for the record that a task is about, as the record's own page names it. For a kind of record that this version
 * doesn't know: its name and the record's id.
 */
export const taskSubjectText = (task: TaskFacts): string =>
  subjectTexts[task.refType]?.(task) ?? `${task.refType} ${task.refId}`

/** Why a subscription should have ended: its last day or, without a last day, the day of its last delivery. */
const subscriptionCauseText = ({ expiry, lastPostAt }: Readonly<Record<string, unknown>>): string =>
  typeof expiry === 'string' && expiry < seoulDay(new Date())
    ? `종료일 ${expiry}`
    : `마지막 진행 ${seoulDay(new Date(textOrEmpty(lastPostAt)))}`

/** Text of a SERVICE_CHEAP task: the services that its detail names, and the number of further services. */
function cheapProductsText({ products, count }: Readonly<Record<string, unknown>>): string {
  const named = (Array.isArray(products) ? products : []) as readonly { id: number; text: string }[]
  const others = numberOrZero(count) - named.length
  return `${named.map(({ id, text }) => `${id} ${text}`).join(', ')}${others > 0 ? ` 외 ${formatCount(others)}개` : ''}`
}

/**
 * Why a provider's list wasn't applied: its currency changed, no list could be read for a day, or too many of its
 * services are gone or have changed prices.
 */
function listCauseText({ former, currency, unread, appliedAt, ...counts }: Readonly<Record<string, unknown>>): string {
  if (former) return `통화 ${textOrEmpty(former)} → ${textOrEmpty(currency)}`
  if (unread)
    return typeof appliedAt === 'string' ? `마지막 적용 ${seoulDay(new Date(appliedAt))}` : '아직 적용한 목록이 없어요.'
  const [listed, gone, price] = [counts.LISTED, counts.GONE, counts.PRICE].map((count) =>
    formatCount(numberOrZero(count)),
  )
  return `목록 ${listed}개 · 사라진 상품 ${gone}개 · 가격이 바뀐 상품 ${price}개`
}

const reasonText = (reason: unknown): string => rewardHoldReasonLabels[reason as RewardHoldReason] ?? ''

/** Why a task was filed, such as a provider's answer or an error. Null if the instructions for its kind are enough. */
export function taskCauseText({ detail, refType, kind }: TaskFacts): string | null {
  const alarm = alarmCauseText(kind, detail)
  if (alarm) return alarm
  const status = typeof detail.status === 'number' ? orderStatusLabels[detail.status as OrderStatus] : null
  if (status)
    return typeof detail.remains === 'number' ? `${status} · 남은 수량 ${formatCount(detail.remains)}` : status
  if (refType === 'service' && typeof detail.count === 'number') return `자동주문 ${formatCount(detail.count)}건`
  if (kind === 'DEPOSIT_MISSED') return missedDepositsText(detail)
  if (refType === 'legal-limit') return `기준의 ${numberOrZero(detail.percent)}%`
  if (kind === 'SERVICE_LIST') return listCauseText(detail)
  if (kind === 'SUBSCRIPTION_OPEN') return subscriptionCauseText(detail)
  if (kind === 'REQUEST')
    return [requestTaskCauseLabels[detail.cause as RequestTaskCause], providerErrorText(textOrEmpty(detail.error))]
      .filter(Boolean)
      .join(' · ')
  if (kind === 'CARD_PAYMENT')
    return `${disputeReasonLabels[detail.cause as DisputeReason] ?? ''} · 신청 ${wonText(numberOrZero(detail.point))}`
  if (kind === 'CARD_CANCEL')
    return [wonText(numberOrZero(detail.point)), textOrEmpty(detail.error)].filter(Boolean).join(' · ')
  if (kind === 'SERVICE_CHEAP') return cheapProductsText(detail)
  if (kind === 'DELIVERY_DEAR')
    return `받은 금액 ${wonText(numberOrZero(detail.price))} · 원가 ${wonText(numberOrZero(detail.cost))}`
  if (kind === 'CHARGE_NAMES') return `입금된 적 없는 이름 ${numberOrZero(detail.names)}개`
  if (kind === 'DEPOSIT_DIFFERS') return `은행 알림: ${depositText(detail.reported)}`
  if (kind === 'REFERRAL_REWARD') return [detail.reasons].flat().map(reasonText).join(' · ')
  if (typeof detail.balance === 'string') return `${detail.balance} ${textOrEmpty(detail.currency)}`.trim()
  const why = approvalWhyLabels[detail.why as ApprovalWhy]
  if (why) return [why, textOrEmpty(detail.reason)].filter(Boolean).join(' · ')
  return providerErrorText(textOrEmpty(detail.error)) || textOrEmpty(detail.fault) || textOrEmpty(detail.reason) || null
}

const refundSentence = ({ refund }: TaskFacts): string =>
  refund ? `회원에게 ${pointText(refund)}를 돌려줘요.` : '돌려줄 포인트는 없어요.'

const effectTexts: Readonly<Record<TaskAction, (task: TaskFacts) => string>> = {
  done: () => '이 할 일을 닫아요. 주문이나 포인트는 움직이지 않아요.',
  sent: ({ refType }) =>
    refType === 'request'
      ? '공급사에 접수된 것을 확인했어요. 진행 상황을 계속 확인해요.'
      : '공급사에 접수된 것을 확인했어요. 공급사 주문번호로 진행 상황을 계속 확인해요.',
  'not-sent': ({ refType }) =>
    refType === 'request'
      ? '공급사에 접수되지 않은 것을 확인했어요. 요청을 다시 보내요.'
      : '공급사에 접수되지 않은 것을 확인했어요. 주문을 다시 보내요.',
  retry: ({ refType }) =>
    refType === 'provider' ? '공급사에 다시 연결하고, 밀린 주문을 보내요.' : '공급사에 다시 보내요.',
  'send-anyway': ({ detail }) =>
    `남은 공급사에 보내요. ${wonText(numberOrZero(detail.cost) - numberOrZero(detail.price))} 손해예요.`,
  cancel: (task) => `주문을 취소해요. ${refundSentence(task)}`,
  apply: (task) =>
    `주문을 ${orderStatusLabels[task.detail.status as OrderStatus] ?? ''} 상태로 바꿔요. ${refundSentence(task)}`,
  pay: ({ memberId, detail }) =>
    `${memberId} 회원을 추천한 회원에게 ${pointText(numberOrZero(detail.reward))}를 적립해요. 그 뒤에 충전이 취소되거나 환불되면 그만큼 되돌려요.`,
  fulfil: ({ detail }) => `${requestName(detail.request)}을 처리한 것으로 회원에게 알려요. 포인트는 움직이지 않아요.`,
  refuse: ({ detail }) => `${requestName(detail.request)}을 거절해요. 사유가 회원의 주문에 보여요.`,
  decline: ({ memberId }) => `${memberId} 회원을 추천한 보상을 지급하지 않아요. 나중에 다시 지급할 수 없어요.`,
}

/** Text that explains to staff what an action will do, before they confirm it. */
export const taskActionEffectText = (task: TaskFacts, action: TaskAction): string => effectTexts[action](task)
