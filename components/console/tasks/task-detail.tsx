import type { ReactNode } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { taskTexts } from '#lib/tasks/resolution/labels.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { pointText } from '../amounts.ts'
import { ApprovalNotice } from '../approvals/approval-notice.tsx'
import { MemberLink } from '../member-link.tsx'
import { PageLink } from '../page-link.tsx'
import { TaskBadge } from './task-columns.tsx'
import { aboutText, causeText, verbLabel } from './task-text.ts'

interface Place {
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

/** Where the subject of a request for a second person is. */
const subjects: Readonly<Record<string, (id: number) => Place>> = {
  charge: (id) => ({ path: '/admin/charges', query: { status: 'all', id } }),
  deposit: (id) => ({ path: '/admin/deposits', query: { status: 'all', id } }),
  refund: (id) => ({ path: '/admin/refunds', query: { status: 'all', id } }),
}

const places: Readonly<Record<string, (task: TaskRow) => Place | undefined>> = {
  order: ({ refId }) => ({ path: '/admin/orders', query: { q: refId } }),
  charge: ({ refId }) => ({ path: '/admin/charges', query: { status: 'all', id: refId } }),
  deposit: ({ refId, detail, kind }) => ({
    path: '/admin/deposits',
    query: { status: kind === 'DEPOSIT_DIFFERS' ? 'all' : undefined, q: String(detail.name ?? ''), id: refId },
  }),
  provider: ({ refId }) => ({ path: '/admin/providers', query: { id: refId } }),
  service: ({ refId, kind }) =>
    kind === 'AUTO_HELD'
      ? { path: '/admin/auto-orders', query: { status: 'held' } }
      : { path: '/admin/services', query: { q: refId } },
  channel: () => ({ path: '/admin/outbox', query: { status: 'FAILED' } }),
  books: () => ({ path: '/admin/books' }),
  'pending-change': () => ({ path: '/admin/changes' }),
  approval: ({ detail }) => subjects[String(detail.subjectType)]?.(Number(detail.subjectId)),
}

/** The thing itself, a step away. */
function About({ task }: { readonly task: TaskRow }) {
  const place = places[task.refType]?.(task)
  const name = aboutText(task)
  return place ? <PageLink {...place}>{name}</PageLink> : name
}

const fact = (term: string, value: ReactNode): Fact[] => (value ? [{ term, value }] : [])

function memberOf({ memberNo, memberId }: TaskRow): ReactNode {
  if (!memberNo) return null
  return <MemberLink memberNo={memberNo} memberId={memberId ?? ''} />
}

function referrerOf({ referrerNo, referrerId }: TaskRow): ReactNode {
  if (!referrerNo) return null
  return <MemberLink memberNo={referrerNo} memberId={referrerId ?? ''} />
}

const time = (at: string | null): string => (at ? seoulTime(at) : '')

function endOf({ resolvedAt, resolvedBy, action }: TaskRow): string {
  if (!resolvedAt) return ''
  const how = action ? ` · ${verbLabel(action)}` : ''
  return resolvedBy ? `${resolvedBy}${how}` : '저절로 해소됨'
}

/** What happened, to whom, and what is to be done about it. */
interface DetailProps {
  readonly task: TaskRow
  /** What it tells of, if that waits for a second person. */
  readonly approval: ApprovalRow | undefined
  readonly now: number
}

export function TaskDetail({ task, approval, now }: DetailProps) {
  const { detail, orderStatus, refund } = task
  const facts: Fact[] = [
    { term: '상태', value: <TaskBadge task={task} now={now} /> },
    { term: '대상', value: <About task={task} /> },
    ...fact('주문 상태', orderStatus !== null && <OrderStatusBadge status={orderStatus} />),
    ...fact('회원', memberOf(task)),
    ...fact('추천한 회원', referrerOf(task)),
    ...fact('추천 보상', typeof detail.reward === 'number' && pointText(detail.reward)),
    ...fact('상품', task.refType === 'order' && task.serviceText),
    ...fact('공급사', task.refType !== 'provider' && task.providerName),
    ...fact('내용', causeText(task)),
    ...fact('그쪽 번호', detail.providerOrderId ? String(detail.providerOrderId) : ''),
    ...fact('요청한 사람', detail.askedBy ? String(detail.askedBy) : ''),
    ...fact('환불', refund !== null && pointText(refund)),
    { term: '발생', value: seoulTime(task.createdAt) },
    ...fact('기한', time(task.dueAt)),
    ...fact('처리', endOf(task)),
    ...fact('처리 시각', time(task.resolvedAt)),
    ...fact('메모', task.note),
  ]
  return (
    <>
      {!task.resolvedAt && approval && <ApprovalNotice approval={approval} />}
      {!task.resolvedAt && !approval && (
        <Notice tone="warn" className="text-s font-semibold">
          {taskTexts[task.kind].todo}
        </Notice>
      )}
      <Facts facts={facts} align="start" className="text-s tabular-nums [&_dd]:wrap-anywhere" />
    </>
  )
}
