import type { Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import type { RequestKind, StaffCause } from './labels.ts'

/** Hours within which staff should answer a request, or find out whether the provider accepted it. */
const DUE_HOURS = 24

type RequestOfTask = { requestId: number; orderId: number; kind: RequestKind }

/** Files the task by which staff handle a request. `error` is the provider's error message. */
export function fileRequestTask(
  tx: Db,
  { requestId, orderId, kind, cause, error }: RequestOfTask & { cause: StaffCause; error?: string | undefined },
): Promise<void> {
  const detail = { orderId, request: kind, cause, ...(error && { error }) }
  return fileTask(tx, { kind: 'REQUEST', refType: 'request', refId: requestId, detail, dueIn: DUE_HOURS })
}

/** Files the task to find out whether the provider accepted a request, after an attempt without a clear answer. */
export function fileUnknownTask(
  tx: Db,
  { requestId, orderId, kind, providerId, error }: RequestOfTask & { providerId: number; error: string },
): Promise<void> {
  const detail = { orderId, request: kind, providerId, error }
  return fileTask(tx, { kind: 'REQUEST_UNKNOWN', refType: 'request', refId: requestId, detail, dueIn: DUE_HOURS })
}

/** Closes the task about an unclear answer, because the outcome is known now. */
export const dropUnknownTask = (tx: Db, requestId: number): Promise<void> =>
  dropTasks(tx, { kinds: ['REQUEST_UNKNOWN'], refType: 'request', refId: requestId })
