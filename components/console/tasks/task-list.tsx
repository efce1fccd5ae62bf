'use client'

import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { doneOrWaitsText } from '#lib/approvals/labels.ts'
import { pointText, wonText } from '#lib/money/points.ts'
import { taskActionLabels, taskTextOf } from '#lib/tasks/resolution/labels.ts'
import type { ResolvedTask, TaskRow } from '#lib/tasks/resolution/schema.ts'
import { parseMissedDays, taskCauseText, taskSubjectText } from '#lib/tasks/resolution/task-texts.ts'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { Badge, Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { DetailFacts, factTimeText, MemberLink } from '../detail.tsx'
import { column, createdAtColumn, hiddenOnPhoneClass, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { rowQuery } from '../list-state.ts'
import { PageLink, type PageLinkProps } from '../page-link.tsx'
import { RowTime } from '../row-context.tsx'
import { type ListProps, useList } from '../use-list.ts'
import { listResolutions, resolutionForm } from './task-answers.tsx'

const taskTitle = (task: TaskRow): string => taskTextOf(task.kind).label

interface TaskListProps extends Omit<ListProps<TaskRow, string>, 'mayAct'> {
  readonly viewer: { readonly role: string }
  /** The open requests for confirmation by a second person that tasks are about, by request id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
}

/** Columns of the list of tasks; `now` is the server's time, in milliseconds. */
export const taskColumnsAt = (now: number): readonly Column<TaskRow>[] => [
  createdAtColumn('발생'),
  titleColumn('종류', taskTitle, 'whitespace-nowrap'),
  column(
    '대상',
    (task) => (
      <>
        <b className="line-clamp-2 font-semibold wrap-anywhere wide:block wide:truncate">{taskSubjectText(task)}</b>
        <span className="text-s text-ink-3 wide:hidden">
          <RowTime at={task.createdAt} />
        </span>
      </>
    ),
    'line',
    'wide:w-1/2 wide:max-w-0',
  ),
  column(
    '내용',
    (task) => <span className="text-ink-2">{taskCauseText(task)}</span>,
    'line',
    `${hiddenOnPhoneClass} w-1/2 max-w-0 truncate`,
  ),
  column(
    '기한',
    ({ dueAt }) => <RowTime at={dueAt} />,
    'line',
    `${hiddenOnPhoneClass} whitespace-nowrap tabular-nums text-ink-3`,
  ),
  column('상태', (task) => <TaskBadge task={task} now={now} />, 'badge'),
]

const emptyHint = '사람이 봐야 할 일이 생기면 여기에 나타나요.'
const emptyTexts = {
  search: ['찾는 할 일이 없어요.', '주문번호처럼 대상의 번호 전체로 찾아 보세요.'],
  byStatus: { OPEN: ['할 일을 모두 끝냈어요.', emptyHint] },
  none: ['할 일이 없어요.', emptyHint],
} as const

/** List of tasks with the detail of the selected one and the actions that resolve it. */
export function TaskList({ viewer, approvals, ...props }: TaskListProps) {
  const list = useList(props, {
    waits: ({ resolvedAt }) => resolvedAt === null,
    approvalOf: ({ refType, refId }) => (refType === 'approval' ? approvals[refId] : undefined),
  })
  const { row } = list
  const actionsOf = (task: TaskRow): readonly Action[] =>
    listResolutions(task, viewer.role).map(({ key, verb }) => {
      const label = taskActionLabels[verb]
      const resolve = async (body: object) => {
        const answer = await list.run<ResolvedTask>({
          method: 'POST',
          path: `/api/admin/tasks/${task.id}/resolve`,
          body: { action: verb, ...body },
          done: doneOrWaitsText('ORDER_REFUND', `${taskTitle(task)} · ${taskSubjectText(task)} ${label}`),
        })
        if (!answer) return
        list.closeDialog()
        if (answer.ok) list.closeAndSelectNext(task)
        else list.closeDetail()
      }
      return { key, label, form: resolutionForm(task, verb, resolve) }
    })
  return (
    <ListPage
      {...{ list, emptyTexts }}
      noun="할 일"
      columns={taskColumnsAt(props.now)}
      titleOf={taskTitle}
      actions={row ? actionsOf(row) : []}
      detail={(task) => <TaskDetail task={task} now={props.now} hasApproval={list.approval !== undefined} />}
    />
  )
}

interface TaskProps {
  readonly task: TaskRow
  /** The server's time, in milliseconds. */
  readonly now: number
}

/** Badge of a task: open, overdue, or how it was resolved. */
function TaskBadge({ task: { resolvedAt, resolvedBy, action, dueAt }, now }: TaskProps) {
  if (resolvedAt) return <Badge>{action ? (taskActionLabels[action] ?? action) : resolvedBy ? '처리' : '해소'}</Badge>
  return dueAt && Date.parse(dueAt) < now ? <Badge tone="bad">기한 지남</Badge> : <Badge tone="warn">처리 전</Badge>
}

type PageAndQuery = Omit<PageLinkProps, 'children'>

const rowOf = (page: string, id: number) => ({ path: `/admin/${page}`, query: rowQuery(id) })

/**
 * Names of the console pages to which a request for confirmation by a second person links, by the type of its subject.
 * Orders are linked separately; subjects of other types have no link.
 */
const approvalSubjectPages: Readonly<Record<string, string>> = {
  charge: 'charges',
  deposit: 'deposits',
  refund: 'refunds',
}

const subjectLinks: Readonly<Record<string, (task: TaskRow) => PageAndQuery | null>> = {
  order: ({ refId }) => ({ path: '/admin/orders', query: { q: refId } }),
  request: ({ refId, detail }) => ({
    path: '/admin/requests',
    query: { status: 'all', q: Number(detail.orderId), id: refId },
  }),
  charge: ({ refId }) => rowOf('charges', refId),
  deposit: ({ refId }) => rowOf('deposits', refId),
  receipt: ({ refId }) => rowOf('receipts', refId),
  provider: ({ refId, kind }) =>
    kind === 'SERVICE_LIST' || kind === 'SERVICE_CHEAP'
      ? { path: `/admin/providers/${refId}` }
      : { path: '/admin/providers', query: { id: refId } },
  service: ({ refId, kind }) =>
    kind === 'AUTO_HELD'
      ? { path: '/admin/auto-orders', query: { status: 'held' } }
      : { path: '/admin/services', query: { q: refId, id: refId } },
  channel: () => ({ path: '/admin/outbox', query: { status: 'FAILED' } }),
  books: () => ({ path: '/admin/books' }),
  'legal-limit': () => ({ path: '/admin/legal-limits' }),
  connection: ({ kind, detail }) => {
    if (kind !== 'DEPOSIT_MISSED') return { path: '/admin/connections' }
    const days = parseMissedDays(detail).map(([day]) => day)
    return { path: '/admin/deposits', query: { status: 'all', from: days[0], to: days.at(-1) } }
  },
  'pending-change': () => ({ path: '/admin/changes' }),
  approval: ({ detail: { subjectType, subjectId } }) => {
    if (subjectType === 'order') return { path: '/admin/orders', query: { q: Number(subjectId) } }
    const page = approvalSubjectPages[String(subjectType)]
    return page ? rowOf(page, Number(subjectId)) : null
  },
}

/** The subject of a task, linked to its page. */
function SubjectLink({ task }: { readonly task: TaskRow }) {
  const link = subjectLinks[task.refType]?.(task)
  const name = taskSubjectText(task)
  return link ? <PageLink {...link}>{name}</PageLink> : name
}

const memberLink = (memberNo: number | null, memberId: string | null) =>
  memberNo && <MemberLink memberNo={memberNo} memberId={memberId ?? ''} />

function resolutionText({ resolvedAt, resolvedBy, action }: TaskRow): string {
  if (!resolvedAt) return ''
  const how = action ? ` · ${taskActionLabels[action] ?? action}` : ''
  return resolvedBy ? `${resolvedBy}${how}` : '저절로 해소됨'
}

/**
 * Facts of a task, below the advice on what to do. With `hasApproval` the advice is left out, because ApprovalNotice
 * already shows it.
 */
export function TaskDetail({ task, now, hasApproval }: TaskProps & { readonly hasApproval: boolean }) {
  const { detail, orderStatus, refund, refType } = task
  return (
    <>
      {!task.resolvedAt && !hasApproval && (
        <Notice tone="warn" className="text-s font-semibold">
          {taskTextOf(task.kind).todo}
        </Notice>
      )}
      <DetailFacts
        facts={[
          ['상태', <TaskBadge key="status" task={task} now={now} />],
          ['대상', refType !== 'member' && <SubjectLink key="about" task={task} />],
          ['주문 상태', orderStatus !== null && <OrderStatusBadge status={orderStatus} />],
          ['회원', memberLink(task.memberNo, task.memberId)],
          ['추천한 회원', memberLink(task.referrerNo, task.referrerId)],
          ['추천 보상', typeof detail.reward === 'number' && pointText(detail.reward)],
          ['모자란 포인트', typeof detail.missing === 'number' && pointText(detail.missing)],
          ['상품', (refType === 'order' || refType === 'request') && task.serviceText],
          ['공급사', refType !== 'provider' && task.providerName],
          ['내용', taskCauseText(task)],
          ['취소 발행할 금액', detail.document === 'CORRECTION' && wonText(Number(detail.amount))],
          ['공급사 주문번호', detail.providerOrderId ? String(detail.providerOrderId) : ''],
          ['요청한 사람', detail.askedBy ? String(detail.askedBy) : ''],
          ['환불', refund !== null && pointText(refund)],
          ['발생', seoulTime(task.createdAt)],
          ['기한', factTimeText(task.dueAt)],
          ['처리', resolutionText(task)],
          ['처리 시각', factTimeText(task.resolvedAt)],
          ['메모', task.note],
        ]}
      />
    </>
  )
}
