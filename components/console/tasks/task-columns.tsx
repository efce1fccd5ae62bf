import { taskActionLabels } from '#lib/tasks/resolution/labels.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { inDetail, madeColumn } from '../list-columns.tsx'
import { shortMoment } from '../moments.ts'
import { RowLink } from '../row-link.tsx'
import { aboutText, causeText, taskTitle } from './task-text.ts'

/** Open, late or done, and how. `now` in milliseconds. */
export function TaskBadge({ task, now }: { readonly task: TaskRow; readonly now: number }) {
  if (task.resolvedAt)
    return (
      <Badge tone="neutral">{task.action ? taskActionLabels[task.action] : task.resolvedBy ? '처리' : '해소'}</Badge>
    )
  if (task.dueAt && new Date(task.dueAt).getTime() < now) return <Badge tone="bad">기한 지남</Badge>
  return <Badge tone="warn">열림</Badge>
}

/** `now` in milliseconds. */
export function taskColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<TaskRow>[] {
  return [
    madeColumn('발생', now),
    {
      key: 'kind',
      head: '종류',
      cell: (task) => <RowLink href={hrefOfRow(task.id)}>{taskTitle(task)}</RowLink>,
      className: 'whitespace-nowrap',
      phone: 'title',
    },
    {
      key: 'about',
      head: '대상',
      cell: (task) => (
        <>
          <b className="line-clamp-2 font-semibold wrap-anywhere wide:block wide:truncate">{aboutText(task)}</b>
          <span className="text-s text-ink-3 wide:hidden">{shortMoment(task.createdAt, now)}</span>
        </>
      ),
      className: 'wide:w-1/2 wide:max-w-0',
      phone: 'line',
    },
    {
      key: 'cause',
      head: '내용',
      cell: (task) => <span className="text-ink-2">{causeText(task)}</span>,
      className: `${inDetail} w-1/2 max-w-0 truncate`,
      phone: 'line',
    },
    {
      key: 'due',
      head: '기한',
      cell: ({ dueAt }) => dueAt && <time title={seoulTime(dueAt)}>{shortMoment(dueAt, now)}</time>,
      className: `${inDetail} whitespace-nowrap tabular-nums text-ink-3`,
      phone: 'line',
    },
    { key: 'status', head: '상태', cell: (task) => <TaskBadge task={task} now={now} />, phone: 'badge' },
  ]
}
