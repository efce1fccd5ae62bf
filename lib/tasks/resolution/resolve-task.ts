import { lockStaffDayTotal, type RequestedApproval } from '#lib/approvals/ask-approval.ts'
import { isMemberSubjectType, refuseOwnAccount } from '#lib/approvals/own-account.ts'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { pointsFromNumber } from '#lib/money/points.ts'
import { reasonRequired } from '#lib/orders/errors.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { transitionOrRequestApproval } from '#lib/orders/transition-by-staff.ts'
import { isPartlyDeliveredPackageOrder } from '#lib/providers/delivery/partly-delivered-package.ts'
import {
  allowAnyCost,
  resolveAttemptAsSent,
  resolveAttemptAsUnsent,
  resumeProvider,
  retryRefusedOrder,
} from '#lib/providers/delivery/resolve-unknown.ts'
import { deliveryNotes } from '#lib/providers/labels.ts'
import { readRemoteId } from '#lib/providers/rules.ts'
import { decideReward } from '#lib/referrals/decide-reward.ts'
import { answerRequestInTransaction } from '#lib/requests/close-request.ts'
import { unknownRequest } from '#lib/requests/errors.ts'
import { requestOfTask, resolveRequestAsSent, resolveRequestAsUnsent } from '#lib/requests/resolve-unknown.ts'
import { settings } from '#lib/settings/queries.ts'
import {
  actionNotOffered,
  correctionStillFailed,
  orderStillOpen,
  taskAlreadyResolved,
  unknownTask,
  upstreamIdMalformed,
  upstreamIdRequired,
} from './errors.ts'
import type { TaskAction } from './labels.ts'
import { isDoneBlocked, mayAffectPoints, taskActionsFor } from './rules.ts'
import type { TaskResolutionInput } from './schema.ts'

type Task = {
  kind: string
  refType: string
  refId: number
  detail: Record<string, unknown>
  resolvedAt: Date | null
}

type TaskWithInput = { task: Task; input: TaskResolutionInput }

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)

/**
 * Transitions the order that the task is about, and returns null. If a second person must approve the transition,
 * requests the approval instead and returns it.
 */
async function transitionTaskOrder(
  tx: Db,
  actor: StaffActor,
  { task, input }: TaskWithInput,
  status: OrderStatus,
): Promise<RequestedApproval | null> {
  const { startCount } = task.detail
  const isRequest = task.refType === 'request'
  const orderId = isRequest ? (await requestOf(tx, task)).orderId : task.refId
  const remains = status === orderStatus.CANCELED ? null : numberOrNull(task.detail.remains)
  // The remaining quantity of a partly delivered package doesn't tell how many points to refund. Staff must transition
  // the order itself instead.
  if (await isPartlyDeliveredPackageOrder(tx, orderId, { status, remains })) throw actionNotOffered()
  const transition = {
    orderId,
    status,
    remains,
    startCount: numberOrNull(startCount),
    reason: input.reason || (isRequest ? '' : deliveryNotes.settledLate),
    onlyUnsent: input.action === 'cancel' && !isRequest,
    limits: approvalLimitsOf(await settings(tx)),
  }
  const { approval } = await transitionOrRequestApproval(tx, actor, transition)
  return approval ?? null
}

async function refuseOpenOrder(tx: Db, { kind, refId }: Task): Promise<void> {
  const [order] = await tx.rows<{ status: OrderStatus }>('SELECT status FROM orders WHERE id = $1', [refId])
  if (order && isDoneBlocked(kind, order.status)) throw orderStillOpen()
}

const isReceiptTask = ({ kind, refType }: Task): boolean => kind === 'RECEIPT' && refType === 'receipt'

// Finds a correction that won't be sent by itself: it is FAILED, or it waits for a service that is switched off or
// disconnected.
const unsentCorrectionSql = `
  SELECT FROM receipt_documents d WHERE d.receipt_id = $1 AND d.kind = 'CORRECTION' AND (d.state = 'FAILED' OR (d.state = 'WAITING'
    AND NOT EXISTS (SELECT FROM connections k WHERE k.kind = d.connection AND k.issues_since IS NOT NULL))) LIMIT 1`

/**
 * Refuses to close the task of a receipt while a correction of it is FAILED, or waits for a service that is switched
 * off: nothing else reminds staff that the receipt states more than the member has paid. A correction that staff have
 * made themselves without recording it would also be made again when the service is switched on.
 */
async function refuseUnsentCorrection(tx: Db, task: Task): Promise<void> {
  if (!isReceiptTask(task)) return
  if ((await tx.rows(unsentCorrectionSql, [task.refId])).length > 0) throw correctionStillFailed()
}

// Lowers the amount of a receipt that staff issued outside the shop (`by_hand_sum`) by $2. If no amount is stored, the
// receipt was issued for the paid amount of its charge. Changes nothing if a connected service issued the receipt.
const takenBackSql = `
  UPDATE receipts r SET by_hand_sum = greatest(coalesce(r.by_hand_sum, c.pay_amount) - $2::bigint, 0) FROM charges c
  WHERE r.id = $1 AND c.id = r.charge_id AND r.status = 'ISSUED' AND NOT EXISTS (SELECT FROM receipt_documents d
    WHERE d.receipt_id = r.id AND d.kind = 'ISSUE' AND d.state NOT IN ('REJECTED', 'DROPPED'))`

/**
 * If staff issued the receipt outside the shop, records that they have taken back the amount that the task names.
 * Otherwise the task for a further refund would name this amount again.
 */
async function recordTakenBack(tx: Db, task: Task): Promise<void> {
  const { document, amount } = task.detail
  if (!isReceiptTask(task) || document !== 'CORRECTION' || typeof amount !== 'number') return
  await tx.rows(takenBackSql, [task.refId, pointsFromNumber(amount)])
}

/** The request that a task is about. @throws NOT_FOUND */
async function requestOf(tx: Db, { refId }: Task) {
  const request = await requestOfTask(tx, refId)
  if (!request) throw unknownRequest()
  return request
}

/**
 * Resolves a task about an unknown outcome as sent: the provider has the order or request, under the id that staff
 * found. An id that no provider would give is refused: providers are asked about many orders at once, and some refuse
 * the whole question because of one such id.
 */
async function resolveTaskAsSent(tx: Db, actor: StaffActor, { task, input }: TaskWithInput): Promise<void> {
  const request = task.refType === 'request' ? await requestOf(tx, task) : null
  if (input.providerOrderId === '' && request?.kind !== 'CANCEL') throw upstreamIdRequired()
  if (input.providerOrderId !== '' && readRemoteId(input.providerOrderId) === null) throw upstreamIdMalformed()
  if (request) await resolveRequestAsSent(tx, request, input.providerOrderId)
  else await resolveAttemptAsSent(tx, actor, { orderId: task.refId, providerOrderId: input.providerOrderId })
}

type OrderAction = 'apply' | 'cancel'

const handlers: Record<
  Exclude<TaskAction, OrderAction>,
  (tx: Db, actor: StaffActor, taskWithInput: TaskWithInput) => Promise<void>
> = {
  done: async (tx, _actor, { task }) => {
    await refuseOpenOrder(tx, task)
    await refuseUnsentCorrection(tx, task)
    await recordTakenBack(tx, task)
  },
  sent: resolveTaskAsSent,
  'not-sent': async (tx, actor, { task }) =>
    task.refType === 'request'
      ? resolveRequestAsUnsent(tx, actor, await requestOf(tx, task))
      : resolveAttemptAsUnsent(tx, actor, { orderId: task.refId }),
  fulfil: (tx, actor, { task: { refId }, input: { reason } }) =>
    answerRequestInTransaction(tx, actor, { requestId: refId, state: 'DONE', reason }),
  refuse: (tx, actor, { task: { refId }, input: { reason } }) =>
    answerRequestInTransaction(tx, actor, { requestId: refId, state: 'REFUSED', reason }),
  retry: (tx, _actor, { task }) =>
    task.refType === 'provider' ? resumeProvider(tx, task.refId) : retryRefusedOrder(tx, task.refId),
  'send-anyway': (tx, _actor, { task }) => allowAnyCost(tx, task.refId),
  pay: (tx, actor, { task }) => decideReward(tx, actor, { memberId: task.refId, pay: true }),
  decline: (tx, actor, { task, input }) => {
    if (input.reason === '') throw reasonRequired()
    return decideReward(tx, actor, { memberId: task.refId, pay: false })
  },
}

/**
 * Performs the action that staff chose, and returns null. If a second person must approve the action, requests the
 * approval instead and returns it.
 */
async function performAction(
  tx: Db,
  actor: StaffActor,
  taskWithInput: TaskWithInput,
): Promise<RequestedApproval | null> {
  const { action } = taskWithInput.input
  if (action === 'cancel') return transitionTaskOrder(tx, actor, taskWithInput, orderStatus.CANCELED)
  if (action === 'apply')
    return transitionTaskOrder(tx, actor, taskWithInput, taskWithInput.task.detail.status as OrderStatus)
  await handlers[action](tx, actor, taskWithInput)
  return null
}

// Locks the receipt of a task before the task, in the same order as a worker that files or updates the task.
const lockReceiptSql = `
  SELECT FROM receipts WHERE id = (SELECT ref_id FROM tasks WHERE id = $1 AND kind = 'RECEIPT' AND ref_type = 'receipt') FOR UPDATE`

type Resolution = { taskId: number; input: TaskResolutionInput }

/** Refuses a task about the actor's own account. @throws OWN_ACCOUNT */
async function refuseOwnTask(db: Database, actor: StaffActor, { taskId, input }: Resolution): Promise<void> {
  const [task] = await db.rows<Pick<Task, 'refType' | 'refId' | 'detail'>>(
    'SELECT ref_type, ref_id, detail FROM tasks WHERE id = $1',
    [taskId],
  )
  if (!task || !isMemberSubjectType(task.refType)) return
  const action = `task.${input.action}`
  await refuseOwnAccount(db, actor, { action, subjectType: task.refType, subjectId: task.refId })
  // The task of a referral reward is about two members, and the actor may be neither. The referred member was checked
  // above; this checks the referrer.
  const { referrerNo } = task.detail
  if (typeof referrerNo === 'number')
    await refuseOwnAccount(db, actor, { action, subjectType: 'member', subjectId: referrerNo })
}

/**
 * Resolves a task by one of its actions, in one transaction with all effects of the action. An action that staff can
 * also perform without a task writes its usual audit row besides the task's audit row (docs/contract.md#audit-trail). A
 * refund above what one person may approve becomes an approval, for which another task is filed.
 * @throws NOT_FOUND; CONFLICT already resolved, or its subject has changed; BAD_INPUT an action that the task doesn't
 * offer, or a missing reason or provider's id; OWN_ACCOUNT; the errors of `performAction`
 */
export async function resolveTask(db: Database, actor: StaffActor, { taskId, input }: Resolution) {
  if (mayAffectPoints(input.action)) await refuseOwnTask(db, actor, { taskId, input })
  return db.transaction(async (tx) => {
    await lockStaffDayTotal(tx, actor.memberId)
    await tx.rows(lockReceiptSql, [taskId])
    const [task] = await tx.rows<Task>(
      'SELECT kind, ref_type, ref_id, detail, resolved_at FROM tasks WHERE id = $1 FOR UPDATE',
      [taskId],
    )
    if (!task) throw unknownTask()
    if (task.resolvedAt) throw taskAlreadyResolved()
    if (!taskActionsFor(task.kind, task.detail).includes(input.action)) throw actionNotOffered()
    const approval = await performAction(tx, actor, { task, input })
    const { action, providerOrderId, reason } = input
    const after = { action, ...(providerOrderId && { providerOrderId }), ...(approval && { approval: approval.id }) }
    const subject = { subjectType: 'task', subjectId: taskId, before: { kind: task.kind, refId: task.refId }, after }
    await recordAudit(tx, actor, { action: 'task.resolve', ...subject, reason })
    const { resolvedAt } = await oneRow<{ resolvedAt: Date }>(
      tx,
      `UPDATE tasks SET resolved_at = now(), resolved_by = $2, action = $3, note = nullif($4, '')
       WHERE id = $1 RETURNING resolved_at`,
      [taskId, actor.memberId, action, reason],
    )
    return { id: taskId, resolvedAt: resolvedAt.toISOString(), ...(approval && { approval }) }
  })
}
