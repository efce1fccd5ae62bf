import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { idParams } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { taskSheet } from './labels.ts'
import { tasksForStaff } from './queries.ts'
import { resolveTask } from './resolve-task.ts'
import { resolvedTask, taskList, taskQuery, taskResolutionInput } from './schema.ts'

export const tasksCall = call({
  method: 'GET',
  path: '/api/admin/tasks',
  access: 'SUPPORT',
  query: withDaysInOrder(taskQuery),
  answer: taskList,
  run: ({ db, query }) => tasksForStaff(db, query),
})

export const exportTasksCall = exportCall({
  list: '/api/admin/tasks',
  query: taskQuery,
  sheet: taskSheet,
  page: tasksForStaff,
})

export const resolveTaskCall = call({
  method: 'POST',
  path: '/api/admin/tasks/{id}/resolve',
  access: 'MANAGER',
  params: idParams,
  body: taskResolutionInput,
  answer: resolvedTask,
  run: ({ db, params, body, ...context }) => resolveTask(db, staffActor(context), { taskId: params.id, input: body }),
})
