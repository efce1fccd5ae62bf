import type { Metadata } from 'next'
import { type ListUrl, listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { TaskList } from '#components/console/tasks/task-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { approvalsOfTasks } from '#lib/approvals/decisions/queries.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { formatCount } from '#lib/money/points.ts'
import { type TaskKind, taskKinds } from '#lib/tasks/labels.ts'
import { taskStatuses, taskStatusLabels, taskTexts } from '#lib/tasks/resolution/labels.ts'
import { countOpenTasks, tasksForStaff } from '#lib/tasks/resolution/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '할 일' }

const kindFilter = { name: 'kind', values: taskKinds }
const tasksListUrl: ListUrl<string> = {
  path: '/admin/tasks',
  statuses: taskStatuses,
  defaultStatus: 'OPEN',
  filter: kindFilter,
  days: true,
}
const statusChips = [
  ...taskStatuses.map((status) => ({ status, label: taskStatusLabels[status] })),
  { status: undefined, label: '전체' },
]

export default async function TasksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, tasksListUrl)
  const status = taskStatuses.find((each) => each === state.status)
  const kind = state.filter as TaskKind | undefined
  const listQuery = { ...state, status, kind, size: 50 }
  const [list, openCounts] = await Promise.all([tasksForStaff(db(), listQuery), countOpenTasks(db())])
  const openCount = openCounts.reduce((sum, { count }) => sum + count, 0)
  // Filter chips by kind of task. Chips for all kinds would fill the screen, so only kinds with open tasks, and the
  // selected kind, have a chip.
  const kinds = taskKinds.flatMap((each) => {
    const count = openCounts.find((row) => row.kind === each)?.count ?? 0
    return count > 0 || each === kind ? [{ filter: each, label: `${taskTexts[each].label} ${formatCount(count)}` }] : []
  })
  const filters = { label: '종류', chips: [{ filter: undefined, label: '모든 종류' }, ...kinds] }
  return (
    <>
      <PageTitle
        title="할 일"
        hint={`처리 전 ${formatCount(openCount)}건`}
        actions={<ExportLink call="/api/admin/tasks" {...{ listUrl: tasksListUrl, state }} />}
      />
      <ListTools
        {...{ listUrl: tasksListUrl, state, chips: statusChips, filters }}
        search="주문번호 등 대상 번호"
        defaultSortLabel={null}
        today={seoulDay(clock.now())}
      />
      <TaskList
        key={listReactKey(state)}
        rows={list.rows}
        now={clock.now().getTime()}
        {...{ listUrl: tasksListUrl, state }}
        viewer={{ role: staff.role }}
        approvals={await approvalsOfTasks(db(), list.rows, staff)}
      />
      <ListFooter
        listUrl={tasksListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}
