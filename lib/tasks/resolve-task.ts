import { recordAudit } from '#lib/audit/record-audit.ts'
import { reasonMissing } from '#lib/charges/errors.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { belongsToMember, refuseOwnAccount } from '#lib/four-eyes/own-account.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import { isTerminal } from '#lib/orders/rules.ts'
import { settleOrder } from '#lib/orders/settle-order.ts'
import { answerSent, answerUnsent, resumeProvider, retryRefused } from '#lib/providers/answer-unknown.ts'
import { deliveryNotes } from '#lib/providers/labels.ts'
import { decideReward } from '#lib/referrals/decide-reward.ts'
import { actionNotOffered, orderStillOpen, taskDone, unknownTask, upstreamIdRequired } from './errors.ts'
import type { TaskAction } from './labels.ts'
import { actionsOf, isWorthPoints, needsEnd } from './rules.ts'
import type { ResolveInput } from './schema.ts'

type Task = { kind: string; refType: string; refId: number; detail: Record<string, unknown>; resolvedAt: Date | null }

type Settling = { task: Task; input: ResolveInput; actor: string; staffId: number }

async function settle(tx: Db, { task, input, actor }: Settling, status: OrderStatus): Promise<void> {
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const { remains, startCount } = task.detail
  await settleOrder(tx, {
    orderId: task.refId,
    status,
    remains: status === orderStatus.CANCELED ? null : number(remains),
    startCount: number(startCount),
    by: 'staff',
    onlyUnsent: input.action === 'cancel',
    actor,
    reason: input.reason || deliveryNotes.settledLate,
  })
}

async function refuseOpen(tx: Db, { kind, refId }: Task): Promise<void> {
  if (!needsEnd(kind)) return
  const [order] = await tx.rows<{ status: OrderStatus }>('SELECT status FROM orders WHERE id = $1', [refId])
  if (order && !isTerminal(order.status)) throw orderStillOpen()
}

const actions: Record<TaskAction, (tx: Db, settling: Settling) => Promise<void>> = {
  done: (tx, { task }) => refuseOpen(tx, task),
  sent: async (tx, { task, input, actor }) => {
    if (input.providerOrderId === '') throw upstreamIdRequired()
    await answerSent(tx, { orderId: task.refId, providerOrderId: input.providerOrderId, actor })
  },
  'not-sent': (tx, { task, actor }) => answerUnsent(tx, { orderId: task.refId, actor }),
  retry: (tx, { task }) =>
    task.refType === 'provider' ? resumeProvider(tx, task.refId) : retryRefused(tx, task.refId),
  cancel: (tx, settling) => settle(tx, settling, orderStatus.CANCELED),
  apply: (tx, settling) => settle(tx, settling, settling.task.detail.status as OrderStatus),
  pay: (tx, { task, staffId }) => decideReward(tx, { memberId: task.refId, pay: true, staffId }),
  decline: (tx, { task, staffId, input }) => {
    if (input.reason === '') throw reasonMissing()
    return decideReward(tx, { memberId: task.refId, pay: false, staffId })
  },
}

type Resolving = { taskId: number; staffId: number; address: string; input: ResolveInput }

/** Refuses a task that is about an account of the one who resolves it. @throws OWN_ACCOUNT */
async function refuseOwnTask(db: Database, { taskId, staffId, address, input }: Resolving): Promise<void> {
  const [task] = await db.rows<Pick<Task, 'refType' | 'refId' | 'detail'>>(
    'SELECT ref_type, ref_id, detail FROM tasks WHERE id = $1',
    [taskId],
  )
  if (!task || !belongsToMember(task.refType)) return
  const by = { caller: { memberId: staffId }, address, action: `task.${input.action}` }
  await refuseOwnAccount(db, { ...by, subjectType: task.refType, subjectId: task.refId })
  // A reward is about two members: the referred one and the one who gets it.
  const { referrerNo } = task.detail
  if (typeof referrerNo === 'number')
    await refuseOwnAccount(db, { ...by, subjectType: 'member', subjectId: referrerNo })
}

/**
 * Settles a task by one of its keys, with everything that follows from it, or not at all.
 * @throws NOT_FOUND; CONFLICT done already, or what it is about has moved on; BAD_INPUT a key it doesn't have; OWN_ACCOUNT
 */
export async function resolveTask(db: Database, { taskId, staffId, address, input }: Resolving) {
  if (isWorthPoints(input.action)) await refuseOwnTask(db, { taskId, staffId, address, input })
  return db.transaction(async (tx) => {
    const [task] = await tx.rows<Task>(
      'SELECT kind, ref_type, ref_id, detail, resolved_at FROM tasks WHERE id = $1 FOR UPDATE',
      [taskId],
    )
    if (!task) throw unknownTask()
    if (task.resolvedAt) throw taskDone()
    if (!actionsOf(task.kind, task.detail).includes(input.action)) throw actionNotOffered()
    await actions[input.action](tx, { task, input, actor: `staff:${staffId}`, staffId })
    const { action, providerOrderId, reason } = input
    const after = { action, ...(providerOrderId && { providerOrderId }) }
    const subject = { subjectType: 'task', subjectId: taskId, before: { kind: task.kind, refId: task.refId }, after }
    await recordAudit(tx, { actorId: staffId, action: 'task.resolve', ...subject, reason: reason || null, address })
    const { resolvedAt } = await oneRow<{ resolvedAt: Date }>(
      tx,
      `UPDATE tasks SET resolved_at = now(), resolved_by = $2, action = $3, note = nullif($4, '')
       WHERE id = $1 RETURNING resolved_at`,
      [taskId, staffId, action, reason],
    )
    return { id: taskId, resolvedAt: resolvedAt.toISOString() }
  })
}
