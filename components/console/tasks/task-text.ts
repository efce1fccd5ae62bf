import { type ApprovalKind, type ApprovalWhy, approvalWhyLabels } from '#lib/approvals/labels.ts'
import { channelLabels } from '#lib/messages/labels.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import { type HoldReason, holdReasonLabels } from '#lib/referrals/labels.ts'
import { type TaskAction, taskActionLabels, taskTexts } from '#lib/tasks/resolution/labels.ts'
import type { ResolvedTask, TaskRow } from '#lib/tasks/resolution/schema.ts'
import { askedText, waitsText } from '../approvals/approval-text.ts'
import { pointText, signedPoints, wonText } from '../format.ts'

export interface TaskAnswerKey {
  readonly key: 'a' | 'r' | 'd'
  readonly verb: TaskAction
}

export interface Viewer {
  readonly role: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

const abouts: Readonly<Record<string, (task: TaskRow) => string | null>> = {
  order: ({ refId }) => `주문 ${refId}`,
  charge: ({ refId }) => `충전 ${refId}`,
  deposit: ({ detail }) => `${text(detail.name)} · ${wonText(number(detail.amount))}`,
  provider: ({ providerName, refId }) => providerName ?? `공급사 ${refId}`,
  service: ({ serviceText }) => serviceText,
  member: ({ memberId }) => memberId,
  adjustment: ({ memberId, detail }) => `${memberId} · ${signedPoints(number(detail.delta))}`,
  approval: ({ memberId, detail }) =>
    [
      memberId,
      askedText({ kind: detail.kind as ApprovalKind, amount: number(detail.amount), takes: detail.takes === true }),
    ]
      .filter(Boolean)
      .join(' · '),
  channel: ({ detail }) => channelLabels[detail.channel as keyof typeof channelLabels] ?? null,
  books: () => '장부',
  'pending-change': ({ detail }) => `${text(detail.name)}: ${text(detail.before)} → ${text(detail.after)}`,
}

/** Name of a task's subject, as the subject's own page shows it. */
export const aboutText = (task: TaskRow): string => abouts[task.refType]?.(task) ?? `${task.refType} ${task.refId}`

const reasonText = (reason: unknown): string => holdReasonLabels[reason as HoldReason] ?? ''

type Reported = { readonly name?: unknown; readonly amount?: unknown } | undefined

function reportedText(reported: unknown): string {
  const { name, amount } = (reported as Reported) ?? {}
  return `은행 알림: ${text(name)} · ${wonText(number(amount))}`
}

/** What a provider answered or why something failed; null if the advice of the task's kind is enough. */
export function causeText({ detail, refType, kind }: TaskRow): string | null {
  const status = typeof detail.status === 'number' ? orderStatusLabels[detail.status as OrderStatus] : null
  if (status) return typeof detail.remains === 'number' ? `${status} · 남은 수량 ${detail.remains}` : status
  if (refType === 'service' && typeof detail.count === 'number') return `자동주문 ${detail.count}건`
  if (kind === 'CHARGE_NAMES') return `입금된 적 없는 이름 ${number(detail.names)}개`
  if (kind === 'DEPOSIT_DIFFERS') return reportedText(detail.reported)
  if (kind === 'REFERRAL_REWARD') return [detail.reasons].flat().map(reasonText).join(' · ')
  if (typeof detail.balance === 'string') return `${detail.balance} ${text(detail.currency)}`.trim()
  const why = approvalWhyLabels[detail.why as ApprovalWhy]
  if (why) return [why, text(detail.reason)].filter(Boolean).join(' · ')
  return text(detail.error) || text(detail.fault) || text(detail.reason) || null
}

export const verbLabel = (verb: TaskAction): string => taskActionLabels[verb]

/**
 * The resolutions that the viewer may choose, with their keys: A and R for the first two; D closes the task, or A if
 * that is the only way.
 */
export function answersOf(task: TaskRow, { role }: Viewer): readonly TaskAnswerKey[] {
  if (role === 'SUPPORT' || task.resolvedAt) return []
  const ways = task.actions.filter((action) => action !== 'done')
  const [first, second] = ways
  return [
    ...(first ? [{ key: 'a', verb: first } as const] : []),
    ...(second ? [{ key: 'r', verb: second } as const] : []),
    ...(task.actions.includes('done') ? [{ key: first ? 'd' : 'a', verb: 'done' } as const] : []),
  ]
}

const given = ({ refund }: TaskRow): string =>
  refund ? `회원에게 ${pointText(refund)}를 돌려줍니다.` : '돌려줄 포인트는 없습니다.'

const effects: Readonly<Record<TaskAction, (task: TaskRow) => string>> = {
  done: () => '이 할 일을 닫습니다. 주문이나 포인트는 움직이지 않습니다.',
  sent: () => '공급사에서 접수를 확인했습니다. 그쪽 주문번호로 진행 상황을 이어서 묻습니다.',
  'not-sent': () => '공급사에 접수되지 않은 것을 확인했습니다. 주문을 다시 보냅니다.',
  retry: ({ refType }) =>
    refType === 'provider' ? '공급사를 다시 부르고, 밀린 주문을 보냅니다.' : '공급사에 다시 보냅니다.',
  cancel: (task) => `주문을 취소합니다. ${given(task)}`,
  apply: (task) =>
    `주문을 ${orderStatusLabels[task.detail.status as OrderStatus] ?? ''} 상태로 바꿉니다. ${given(task)}`,
  pay: ({ memberId, detail }) =>
    `${memberId} 회원을 추천한 회원에게 ${pointText(number(detail.reward))}를 적립합니다. 그 뒤에 충전이 취소되거나 환불되면 그만큼 되돌립니다.`,
  decline: ({ memberId }) => `${memberId} 회원을 추천한 보상을 지급하지 않습니다. 나중에 다시 지급할 수 없습니다.`,
}

/** Effect of a resolution, shown before it is confirmed. */
export const effectOf = (task: TaskRow, verb: TaskAction): string => effects[verb](task)

export const taskTitle = (task: TaskRow): string => taskTexts[task.kind].label

/** The call that resolves a task. */
export function callOf(task: TaskRow, verb: TaskAction, body: object) {
  const done = `${taskTitle(task)} · ${aboutText(task)} ${verbLabel(verb)}`
  return {
    method: 'POST',
    path: `/api/admin/tasks/${task.id}/resolve`,
    body: { action: verb, ...body },
    done: ({ approval }: Partial<ResolvedTask>) => (approval ? waitsText({ kind: 'ORDER_REFUND', ...approval }) : done),
  } as const
}
