import { db, oneRow } from '#lib/core/db.ts'
import type { CallTestRows } from '#lib/web/testing/row.ts'
import { fileTask } from '../../file-task.ts'

let taskCount = 0

async function makeTask(): Promise<number> {
  const refId = ++taskCount
  await fileTask(db(), { kind: 'OUTBOX', refType: 'channel', refId, detail: {} })
  const { id } = await oneRow<{ id: number }>(
    db(),
    "SELECT id FROM tasks WHERE kind = 'OUTBOX' AND ref_type = 'channel' AND ref_id = $1",
    [refId],
  )
  return id
}

const validFilter = 'status=OPEN&kind=OUTBOX&q=outbox'
const invalidFilters = ['kind=NOTE', 'status=open', 'q=%00']

export const callTestRows: CallTestRows = {
  'GET /api/admin/tasks': {
    access: 'SUPPORT',
    query: { good: `${validFilter}&size=200&cursor=9`, bad: [...invalidFilters, 'size=201', 'cursor=0'] },
  },
  'GET /api/admin/tasks/export': { access: 'SUPPORT', query: { good: validFilter, bad: invalidFilters } },
  'POST /api/admin/tasks/{id}/resolve': { access: 'MANAGER', id: makeTask, body: () => ({ action: 'done' }) },
}
