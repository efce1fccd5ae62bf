'use client'

import { useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import type { TaskAction } from '#lib/tasks/resolution/labels.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Acts, actKeys, actShortcuts } from '../acts.tsx'
import { useApproval } from '../approvals/use-approval.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { nextWaiting } from '../row-selection.ts'
import { useConsoleCall } from '../use-console-call.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { taskColumns } from './task-columns.tsx'
import { TaskDetail } from './task-detail.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { actsOf, callOf, taskTitle, type Viewer, verbLabel } from './task-text.ts'

interface TaskListProps {
  readonly rows: readonly TaskRow[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace<string>
  readonly state: ListState<string>
  readonly viewer: Viewer
  /** What the tasks tell of that wait for a second person, by the request's id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
}

const waits = ({ resolvedAt }: TaskRow) => resolvedAt === null

/** What needs a person, the chosen one's story and its answers. */
export function TaskList({ rows, now, place, state, viewer, approvals }: TaskListProps) {
  const [dialog, setDialog] = useState<TaskAction | null>(null)
  const selection = useSelection(rows, state.chosen)
  const task = selection.row
  const { busy, run } = useConsoleCall()
  const approvalOf = ({ refType, refId }: TaskRow) => (refType === 'approval' ? approvals[refId] : undefined)
  const goOn = (done: TaskRow) => {
    selection.closeDetail()
    selection.choose(nextWaiting(rows, done.id, waits))
  }
  const deciding = useApproval(task && approvalOf(task), () => task && goOn(task))
  const answers = (task ? actsOf(task, viewer) : []).map(({ key, verb }) => ({
    key,
    label: verbLabel(verb),
    run: () => setDialog(verb),
  }))
  const acts = [...answers, ...deciding.acts]
  const answer = async (done: TaskRow, verb: TaskAction, body: object) => {
    const answered = await run(callOf(done, verb, body))
    if (!answered) return
    setDialog(null)
    if (answered.ok) goOn(done)
    else selection.closeDetail()
  }
  useListKeys(selection, actShortcuts(acts), dialog !== null || deciding.dialog !== null)
  return (
    <>
      <ListLayout
        selection={selection}
        caption="할 일"
        columns={taskColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
        empty={<NoTasks state={state} />}
        titleOf={taskTitle}
        none="고른 할 일 없음"
        choose="목록에서 할 일을 고르면 내용이 여기에 보여요."
        keys={listKeys(actKeys(acts))}
      >
        {(row) => (
          <>
            <TaskDetail task={row} approval={approvalOf(row)} now={now} />
            <Acts acts={acts} busy={busy || deciding.busy} />
          </>
        )}
      </ListLayout>
      {deciding.dialog}
      {task && dialog && (
        <TaskDialog
          task={task}
          verb={dialog}
          busy={busy}
          onGiven={(body) => answer(task, dialog, body)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function NoTasks({ state }: { readonly state: ListState<string> }) {
  if (state.q) return <EmptyState title="찾는 할 일이 없어요." hint="주문번호처럼 대상의 번호 전체로 찾아 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 할 일이 없어요." hint="처음으로 돌아가 최신 할 일을 확인하세요." />
  if (state.status === 'OPEN')
    return <EmptyState title="할 일을 모두 끝냈어요." hint="사람이 봐야 할 일이 생기면 여기에 나타나요." />
  return <EmptyState title="할 일이 없어요." hint="사람이 봐야 할 일이 생기면 여기에 나타나요." />
}
