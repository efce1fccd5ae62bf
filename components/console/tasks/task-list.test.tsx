import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import { TaskDetail, taskColumnsAt } from './task-list.tsx'

/** A task that a newer version filed and resolved before it was rolled back. */
const unknownTask = {
  id: 7,
  kind: 'NEXT_KIND',
  refType: 'next-record',
  refId: 31,
  detail: {},
  dueAt: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  resolvedAt: null,
  resolvedBy: null,
  action: null,
  note: null,
  actions: ['done'],
  refund: null,
  memberNo: null,
  memberId: null,
  referrerNo: null,
  referrerId: null,
  serviceText: null,
  providerName: null,
  orderStatus: null,
} as unknown as TaskRow
const doneTask = {
  ...unknownTask,
  resolvedAt: unknownTask.createdAt,
  resolvedBy: 'boss',
  action: 'next-act',
} as unknown

test('a kind, record or action that only a newer version knows is named as it is stored, in row and detail', () => {
  const now = Date.parse(unknownTask.createdAt)
  const row = (task: TaskRow) =>
    taskColumnsAt(now)
      .map(({ cell }) => renderToStaticMarkup(<div>{cell(task)}</div>))
      .join('')
  const detail = (task: TaskRow) => renderToStaticMarkup(<TaskDetail task={task} now={now} hasApproval={false} />)
  for (const text of ['NEXT_KIND', 'next-record 31']) expect(row(unknownTask)).toContain(text)
  for (const text of ['이 버전이 모르는 종류', 'next-record 31']) expect(detail(unknownTask)).toContain(text)
  expect(row(doneTask as TaskRow)).toContain('next-act')
  expect(detail(doneTask as TaskRow)).toContain('boss · next-act')
})
