import type { Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import type { RequestKind, RequestTaskCause } from './labels.ts'

/** Hours within which staff should fulfil or refuse a request, or find out whether its provider accepted it. */
const DUE_HOURS = 24

type RequestOfTask = { requestId: number; orderId: number; kind: RequestKind }

/** Files a task for staff to handle a request. `error`: the provider's error message, if there is one. */
export function fileRequestTask(
  tx: Db,
  { requestId, orderId, kind, cause, error }: RequestOfTask & { cause: RequestTaskCause; error?: string | undefined },
): Promise<void> {
  const detail = { orderId, request: kind, cause, ...(error && { error }) }
  return fileTask(tx, { kind: 'REQUEST', refType: 'request', refId: requestId, detail, dueIn: DUE_HOURS })
}

/** Files a task for staff to find out whether the provider accepted a request, after an attempt of unknown outcome. */
export function fileUnknownRequestTask(
  tx: Db,
  { requestId, orderId, kind, providerId, error }: RequestOfTask & { providerId: number; error: string },
): Promise<void> {
  const detail = { orderId, request: kind, providerId, error }
  return fileTask(tx, { kind: 'REQUEST_UNKNOWN', refType: 'request', refId: requestId, detail, dueIn: DUE_HOURS })
}

/** Closes the task of `fileUnknownRequestTask`, because the outcome is known now. */
export const dropUnknownRequestTask = (tx: Db, requestId: number): Promise<void> =>
  dropTasks(tx, { kinds: ['REQUEST_UNKNOWN'], refType: 'request', refId: requestId })
