'use client'

import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { column, inDetail, madeColumn, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { RowTime } from '../row-context.tsx'
import { type ListProps, useList } from '../use-list.ts'
import { TaskBadge, TaskDetail } from './task-detail.tsx'
import { type TaskAnswer, TaskDialog } from './task-dialog.tsx'
import { aboutText, answersOf, callOf, causeText, taskTitle, type Viewer, verbLabel } from './task-text.ts'

interface TaskListProps extends Omit<ListProps<TaskRow, string>, 'mayAct'> {
  readonly viewer: Viewer
  /** The open requests for a second person that tasks are about, by request id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
}

const columnsAt = (now: number): readonly Column<TaskRow>[] => [
  madeColumn('발생'),
  titleColumn('종류', taskTitle, 'whitespace-nowrap'),
  column(
    '대상',
    (task) => (
      <>
        <b className="line-clamp-2 font-semibold wrap-anywhere wide:block wide:truncate">{aboutText(task)}</b>
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
    (task) => <span className="text-ink-2">{causeText(task)}</span>,
    'line',
    `${inDetail} w-1/2 max-w-0 truncate`,
  ),
  column(
    '기한',
    ({ dueAt }) => <RowTime at={dueAt} />,
    'line',
    `${inDetail} whitespace-nowrap tabular-nums text-ink-3`,
  ),
  column('상태', (task) => <TaskBadge task={task} now={now} />, 'badge'),
]

const hint = '사람이 봐야 할 일이 생기면 여기에 나타나요.'
const empty = {
  search: ['찾는 할 일이 없어요.', '주문번호처럼 대상의 번호 전체로 찾아 보세요.'],
  byStatus: { OPEN: ['할 일을 모두 끝냈어요.', hint] },
  none: ['할 일이 없어요.', hint],
} as const

/** Open tasks, the selected one's detail, and the actions that resolve it. */
export function TaskList({ viewer, approvals, ...props }: TaskListProps) {
  const list = useList(props, {
    waits: ({ resolvedAt }) => resolvedAt === null,
    approvalOf: ({ refType, refId }) => (refType === 'approval' ? approvals[refId] : undefined),
  })
  const { row } = list
  const answer = async (task: TaskRow, verb: TaskAnswer['verb'], body: object) => {
    const answered = await list.run(callOf(task, verb, body))
    if (!answered) return
    list.closeDialog()
    if (answered.ok) list.goOn(task)
    else list.closeDetail()
  }
  const actionsOf = (task: TaskRow): readonly Action[] =>
    answersOf(task, viewer).map(({ key, verb }) => ({
      key,
      label: verbLabel(verb),
      dialog: (controls) => (
        <TaskDialog {...controls} {...{ task, verb }} onGiven={(body) => answer(task, verb, body)} />
      ),
    }))
  return (
    <ListPage
      {...{ list, empty }}
      noun="할 일"
      columns={columnsAt(props.now)}
      titleOf={taskTitle}
      actions={row ? actionsOf(row) : []}
      detail={(task) => <TaskDetail task={task} now={props.now} hasApproval={list.approval !== undefined} />}
    />
  )
}
