import { taskActionLabels, taskTexts } from '#lib/tasks/resolution/labels.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { Badge, Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { DetailFacts, factTime, MemberLink } from '../detail.tsx'
import { pointText } from '../format.ts'
import { PageLink } from '../page-link.tsx'
import { aboutText, causeText, verbLabel } from './task-text.ts'

interface TaskProps {
  readonly task: TaskRow
  /** The server's time, in milliseconds. */
  readonly now: number
}

/** Badge of a task: open, overdue, or how it was resolved. */
export function TaskBadge({ task: { resolvedAt, resolvedBy, action, dueAt }, now }: TaskProps) {
  if (resolvedAt) return <Badge>{action ? taskActionLabels[action] : resolvedBy ? '처리' : '해소'}</Badge>
  return dueAt && Date.parse(dueAt) < now ? <Badge tone="bad">기한 지남</Badge> : <Badge tone="warn">열림</Badge>
}

interface Place {
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

const inAll = (path: string) => (id: number) => ({ path, query: { status: 'all', id } })

/** Pages that show the subject of a request for a second person. */
const subjects: Readonly<Record<string, (id: number) => Place>> = {
  charge: inAll('/admin/charges'),
  deposit: inAll('/admin/deposits'),
  refund: inAll('/admin/refunds'),
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

/** The subject of a task, linked to its page. */
function About({ task }: { readonly task: TaskRow }) {
  const place = places[task.refType]?.(task)
  const name = aboutText(task)
  return place ? <PageLink {...place}>{name}</PageLink> : name
}

const memberLink = (memberNo: number | null, memberId: string | null) =>
  memberNo && <MemberLink memberNo={memberNo} memberId={memberId ?? ''} />

function endOf({ resolvedAt, resolvedBy, action }: TaskRow): string {
  if (!resolvedAt) return ''
  const how = action ? ` · ${verbLabel(action)}` : ''
  return resolvedBy ? `${resolvedBy}${how}` : '저절로 해소됨'
}

/**
 * Facts of a task, below the advice on what to do. With `hasApproval`, the notice about the request gives the advice
 * instead.
 */
export function TaskDetail({ task, now, hasApproval }: TaskProps & { readonly hasApproval: boolean }) {
  const { detail, orderStatus, refund, refType } = task
  return (
    <>
      {!task.resolvedAt && !hasApproval && (
        <Notice tone="warn" className="text-s font-semibold">
          {taskTexts[task.kind].todo}
        </Notice>
      )}
      <DetailFacts
        facts={[
          ['상태', <TaskBadge key="status" task={task} now={now} />],
          ['대상', <About key="about" task={task} />],
          ['주문 상태', orderStatus !== null && <OrderStatusBadge status={orderStatus} />],
          ['회원', memberLink(task.memberNo, task.memberId)],
          ['추천한 회원', memberLink(task.referrerNo, task.referrerId)],
          ['추천 보상', typeof detail.reward === 'number' && pointText(detail.reward)],
          ['상품', refType === 'order' && task.serviceText],
          ['공급사', refType !== 'provider' && task.providerName],
          ['내용', causeText(task)],
          ['그쪽 번호', detail.providerOrderId ? String(detail.providerOrderId) : ''],
          ['요청한 사람', detail.askedBy ? String(detail.askedBy) : ''],
          ['환불', refund !== null && pointText(refund)],
          ['발생', seoulTime(task.createdAt)],
          ['기한', factTime(task.dueAt)],
          ['처리', endOf(task)],
          ['처리 시각', factTime(task.resolvedAt)],
          ['메모', task.note],
        ]}
      />
    </>
  )
}
