import { expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { dropTasks, fileTask } from './file-task.ts'

type FiledTask = { refType: string; detail: unknown; hoursLeft: number | null; isOpen: boolean }

const tasksAbout = (refId: number) =>
  db().rows<FiledTask>(
    `SELECT ref_type, detail, round(extract(epoch FROM due_at - now()) / 3600)::int AS hours_left,
       resolved_at IS NULL AS is_open FROM tasks WHERE ref_id = $1 ORDER BY id`,
    [refId],
  )

test('a task is closed with the cause of its own record, not of another kind of record with the same number', async () => {
  const ofReceipt = { kind: 'RECEIPT', refType: 'receipt', refId: 71 } as const
  await fileTask(db(), { ...ofReceipt, detail: {} })
  await fileTask(db(), { ...ofReceipt, refType: 'connection', detail: {} })
  await dropTasks(db(), { kinds: ['RECEIPT'], refType: 'receipt', refId: 71 })
  expect(await tasksAbout(71)).toMatchObject([
    { refType: 'receipt', isOpen: false },
    { refType: 'connection', isOpen: true },
  ])
  await dropTasks(db(), { kinds: ['ORDER_STUCK'], refType: 'connection', refId: 71 })
  expect((await tasksAbout(71)).map(({ isOpen }) => isOpen)).toEqual([false, true])
})

test('a second task about a record updates the open one, and is due by the first', async () => {
  const task = { kind: 'ORDER_STUCK', refType: 'order', refId: 72 } as const
  await fileTask(db(), { ...task, detail: { since: 'a', seen: { one: 1 } }, dueIn: 24 })
  await fileTask(db(), { ...task, detail: { since: 'b', seen: { two: 2 } }, dueIn: 48, merged: 'seen' })
  expect(await tasksAbout(72)).toEqual([
    { refType: 'order', detail: { since: 'b', seen: { one: 1, two: 2 } }, hoursLeft: 24, isOpen: true },
  ])
  await fileTask(db(), { ...task, detail: { since: 'c' } })
  expect(await oneRow(db(), 'SELECT detail FROM tasks WHERE ref_id = 72')).toEqual({ detail: { since: 'c' } })
})
