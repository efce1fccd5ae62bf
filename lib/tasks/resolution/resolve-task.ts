import { lockDay, type RequestedApproval, type StaffContext } from '#lib/approvals/ask-approval.ts'
import { belongsToMember, refuseOwnAccount } from '#lib/approvals/own-account.ts'
import { limitsOf } from '#lib/approvals/rules.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Role } from '#lib/core/call.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { reasonRequired } from '#lib/orders/errors.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { isTerminal } from '#lib/orders/rules.ts'
import { askForRefund } from '#lib/orders/transition-by-staff.ts'
import { transitionOrder } from '#lib/orders/transition-order.ts'
import { answerSent, answerUnsent, resumeProvider, retryRefused } from '#lib/providers/delivery/answer-unknown.ts'
import { deliveryNotes } from '#lib/providers/labels.ts'
import { decideReward } from '#lib/referrals/decide-reward.ts'
import { settings } from '#lib/settings/queries.ts'
import { actionNotOffered, orderStillOpen, taskDone, unknownTask, upstreamIdRequired } from './errors.ts'
import type { TaskAction } from './labels.ts'
import { actionsOf, isWorthPoints, needsEnd } from './rules.ts'
import type { ResolveInput } from './schema.ts'

type Task = { kind: string; refType: string; refId: number; detail: Record<string, unknown>; resolvedAt: Date | null }

type Settling = { task: Task; input: ResolveInput; actor: string; staffId: number; address: string }

const number = (value: unknown) => (typeof value === 'number' ? value : null)

/**
 * The staff member who resolves the task, as the caller of an action that may need approval, with the approval limits.
 */
async function byOf(tx: Db, { staffId, address }: Settling): Promise<StaffContext> {
  const staff = await oneRow<{ loginId: string; role: Role }>(tx, 'SELECT login_id, role FROM members WHERE id = $1', [
    staffId,
  ])
  const caller = { ...staff, memberId: staffId, via: 'session', sessionId: null } as const
  return { caller, address, limits: limitsOf(await settings(tx)) }
}

/** Transitions the task's order. If that needs a second person, returns the request for approval instead; else null. */
async function settle(tx: Db, settling: Settling, status: OrderStatus): Promise<RequestedApproval | null> {
  const { task, input, actor } = settling
  const { remains, startCount } = task.detail
  const transition = {
    orderId: task.refId,
    status,
    remains: status === orderStatus.CANCELED ? null : number(remains),
    startCount: number(startCount),
    reason: input.reason || deliveryNotes.settledLate,
  }
  const approval = await askForRefund(tx, transition, await byOf(tx, settling))
  if (!approval) await transitionOrder(tx, { ...transition, by: 'staff', onlyUnsent: input.action === 'cancel', actor })
  return approval
}

async function refuseOpen(tx: Db, { kind, refId }: Task): Promise<void> {
  if (!needsEnd(kind)) return
  const [order] = await tx.rows<{ status: OrderStatus }>('SELECT status FROM orders WHERE id = $1', [refId])
  if (order && !isTerminal(order.status)) throw orderStillOpen()
}

type Move = 'apply' | 'cancel'

const actions: Record<Exclude<TaskAction, Move>, (tx: Db, settling: Settling) => Promise<void>> = {
  done: (tx, { task }) => refuseOpen(tx, task),
  sent: async (tx, { task, input, actor }) => {
    if (input.providerOrderId === '') throw upstreamIdRequired()
    await answerSent(tx, { orderId: task.refId, providerOrderId: input.providerOrderId, actor })
  },
  'not-sent': (tx, { task, actor }) => answerUnsent(tx, { orderId: task.refId, actor }),
  retry: (tx, { task }) =>
    task.refType === 'provider' ? resumeProvider(tx, task.refId) : retryRefused(tx, task.refId),
  pay: (tx, { task, staffId }) => decideReward(tx, { memberId: task.refId, pay: true, staffId }),
  decline: (tx, { task, staffId, input }) => {
    if (input.reason === '') throw reasonRequired()
    return decideReward(tx, { memberId: task.refId, pay: false, staffId })
  },
}

/** Performs the chosen action. If it needs a second person, returns the request for approval instead; else null. */
async function act(tx: Db, settling: Settling): Promise<RequestedApproval | null> {
  const { action } = settling.input
  if (action === 'cancel') return settle(tx, settling, orderStatus.CANCELED)
  if (action === 'apply') return settle(tx, settling, settling.task.detail.status as OrderStatus)
  await actions[action](tx, settling)
  return null
}

type Resolving = { taskId: number; staffId: number; address: string; input: ResolveInput }

/** Refuses a task that concerns the caller's own account. @throws OWN_ACCOUNT */
async function refuseOwnTask(db: Database, { taskId, staffId, address, input }: Resolving): Promise<void> {
  const [task] = await db.rows<Pick<Task, 'refType' | 'refId' | 'detail'>>(
    'SELECT ref_type, ref_id, detail FROM tasks WHERE id = $1',
    [taskId],
  )
  if (!task || !belongsToMember(task.refType)) return
  const by = { caller: { memberId: staffId }, address, action: `task.${input.action}` }
  await refuseOwnAccount(db, { ...by, subjectType: task.refType, subjectId: task.refId })
  // A reward concerns two members: the referred one and the referrer.
  const { referrerNo } = task.detail
  if (typeof referrerNo === 'number')
    await refuseOwnAccount(db, { ...by, subjectType: 'member', subjectId: referrerNo })
}

/**
 * Resolves a task by one of its actions, in one transaction with everything the action does. A refund above what one
 * person may approve becomes a request for a second person, with a task of its own.
 * @throws NOT_FOUND; CONFLICT already resolved, or its subject has changed; BAD_INPUT an action that the task doesn't
 * offer; OWN_ACCOUNT
 */
export async function resolveTask(db: Database, { taskId, staffId, address, input }: Resolving) {
  if (isWorthPoints(input.action)) await refuseOwnTask(db, { taskId, staffId, address, input })
  return db.transaction(async (tx) => {
    await lockDay(tx, staffId)
    const [task] = await tx.rows<Task>(
      'SELECT kind, ref_type, ref_id, detail, resolved_at FROM tasks WHERE id = $1 FOR UPDATE',
      [taskId],
    )
    if (!task) throw unknownTask()
    if (task.resolvedAt) throw taskDone()
    if (!actionsOf(task.kind, task.detail).includes(input.action)) throw actionNotOffered()
    const approval = await act(tx, { task, input, actor: `staff:${staffId}`, staffId, address })
    const { action, providerOrderId, reason } = input
    const after = { action, ...(providerOrderId && { providerOrderId }), ...(approval && { approval: approval.id }) }
    const subject = { subjectType: 'task', subjectId: taskId, before: { kind: task.kind, refId: task.refId }, after }
    await recordAudit(tx, { actorId: staffId, action: 'task.resolve', ...subject, reason: reason || null, address })
    const { resolvedAt } = await oneRow<{ resolvedAt: Date }>(
      tx,
      `UPDATE tasks SET resolved_at = now(), resolved_by = $2, action = $3, note = nullif($4, '')
       WHERE id = $1 RETURNING resolved_at`,
      [taskId, staffId, action, reason],
    )
    return { id: taskId, resolvedAt: resolvedAt.toISOString(), ...(approval && { approval }) }
  })
}
