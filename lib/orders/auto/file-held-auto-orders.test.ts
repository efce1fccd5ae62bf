import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { ownerDatabase } from '#lib/core/testing/database.ts'
import { runAutoOrdersJob } from '#lib/jobs/run-auto-orders-job.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { closeTasksAsStaff } from '#lib/tasks/testing/close-tasks.ts'
import { makeAutoOrder, passTime } from './testing/auto-orders.ts'

beforeEach(() => ownerDatabase().rows("DELETE FROM tasks WHERE kind = 'AUTO_HELD'"))
afterEach(() => expectBooksBalance())

const runSweep = () => runAutoOrdersJob.run(db())
const setReadOnly = (serviceId: number, closed = true) =>
  db().rows('UPDATE services SET is_read_only = $2 WHERE id = $1', [serviceId, closed])
const makeRepeatingOrder = async (serviceId: number) =>
  makeAutoOrder({ memberId: (await makeMember({ points: 100 })).id, serviceId, amount: 2 })

const tasksOf = (serviceId: number) =>
  db().rows<{ count: string; open: boolean; hours: number }>(
    `SELECT detail->>'count' AS count, resolved_at IS NULL AS open,
       round(extract(epoch FROM due_at - now()) / 3600)::int AS hours
     FROM tasks WHERE kind = 'AUTO_HELD' AND ref_id = $1 ORDER BY id`,
    [serviceId],
  )

test('a service that can’t be ordered gets one task for all its held auto orders, due when they would be cancelled', async () => {
  const serviceId = await makeService({ enableAuto: true })
  await makeRepeatingOrder(serviceId)
  await makeRepeatingOrder(serviceId)
  await setReadOnly(serviceId)
  await runSweep()
  await runSweep()
  expect(await tasksOf(serviceId)).toEqual([{ count: '2', open: true, hours: 72 }])
  await setReadOnly(serviceId, false)
  await runSweep()
  expect(await tasksOf(serviceId)).toMatchObject([{ open: false }])
})

test('a task that staff closed is filed again only for a newly held auto order, and closes when all were cancelled', async () => {
  const serviceId = await makeService({ enableAuto: true })
  await makeRepeatingOrder(serviceId)
  await setReadOnly(serviceId)
  await runSweep()
  await closeTasksAsStaff('AUTO_HELD', serviceId)
  await runSweep()
  expect(await tasksOf(serviceId)).toMatchObject([{ open: false }])
  await setReadOnly(serviceId, false)
  await runSweep()
  await makeRepeatingOrder(serviceId)
  await setReadOnly(serviceId)
  await runSweep()
  expect(await tasksOf(serviceId)).toMatchObject([{ open: false }, { open: true, count: '2' }])
  await passTime('73 hours')
  await runSweep()
  expect(await tasksOf(serviceId)).toMatchObject([{ open: false }, { open: false }])
})
