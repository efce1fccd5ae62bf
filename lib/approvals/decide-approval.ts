import { readStaffActor, type StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import {
  approvalAlreadyDecided,
  approvalAmountGrown,
  loneConfirmationReasonMissing,
  notSecondPerson,
  ownRequestRefused,
  requesterLostRole,
  requesterOwnsAccount,
  unknownApproval,
} from './errors.ts'
import type { ApprovalKind, ApprovalState } from './labels.ts'
import { isSamePerson, refuseOwnAccount } from './own-account.ts'
import { isLoneOwner, isSecondPerson, mayRequesterStillAct, type NeededRole } from './second-persons.ts'

/** An approval request as it is stored. `needs`: least role of the second person. */
export type Approval = {
  id: number
  kind: ApprovalKind
  subjectType: string
  subjectId: number
  memberId: number | null
  amount: Points
  payload: Record<string, unknown>
  needs: NeededRole
  excluded: number[]
  reason: string
  askedBy: number
  state: ApprovalState
}

/**
 * A confirmed request. `asker` is the staff member who made the request: the audit trail names him as the actor, but
 * with the IP address of the person who confirmed. `alone`: the requester confirmed the request himself.
 */
export type ConfirmedApproval = { approval: Approval; asker: StaffActor; confirmedBy: number; alone: boolean }

/** Who confirmed a request, and whether he did so alone. */
export type Confirmation = Pick<ConfirmedApproval, 'confirmedBy' | 'alone'>

/**
 * Additional fields for the audit row of a confirmed action: who confirmed it, and whether that was the requester
 * himself. No fields without a confirmation.
 */
export const confirmationForAudit = (confirmation?: Confirmation): object =>
  confirmation ? { confirmedBy: confirmation.confirmedBy, ...(confirmation.alone && { alone: true }) } : {}

/**
 * Carries out confirmed requests of one kind (`run`), or cleans up after a refused or withdrawn request (`refused`).
 */
export type ApprovalHandler = {
  /**
   * Refuses a confirmation if the request changes the actor's or the requester's own account; the account of
   * `approval.memberId` has been checked already. Gets the pool, not a transaction, because the audit row of the
   * attempt must not be rolled back.
   * @throws OWN_ACCOUNT
   */
  refuseOwn?(db: Db, actor: StaffActor, approval: Approval): Promise<void>
  /**
   * Locks the subject of the request. The row of the request is locked afterwards, in the same order as in use cases
   * that change the subject without a request.
   */
  lock(tx: Db, approval: Approval): Promise<unknown>
  run(tx: Db, confirmed: ConfirmedApproval): Promise<unknown>
  refused?(tx: Db, actor: StaffActor, approval: Approval): Promise<unknown>
  /** Runs after the transaction of `run` was committed, with the result of `run`. */
  after?(db: Database, result: unknown): Promise<void>
}

type ApprovalDecision = {
  id: number
  reason: string
  handlerOf(kind: ApprovalKind): ApprovalHandler
}

/**
 * `seenAmount`: the request's amount that the actor saw, in won; absent if it doesn't matter. The amount of a request
 * for an import grows while the import is running.
 */
type ApprovalConfirmation = ApprovalDecision & { seenAmount?: number | null | undefined }

const approvalColumns =
  'id, kind, subject_type, subject_id, member_id, amount, payload, needs, excluded, reason, asked_by, state'

async function readWaitingApproval(db: Db, id: number, lockClause = ''): Promise<Approval> {
  const [approval] = await db.rows<Approval>(`SELECT ${approvalColumns} FROM approvals WHERE id = $1 ${lockClause}`, [
    id,
  ])
  if (!approval) throw unknownApproval()
  if (approval.state !== 'WAITING') throw approvalAlreadyDecided()
  return approval
}

type ClosingDecision = { state: 'DONE' | 'REFUSED' | 'WITHDRAWN'; action: string; alone: boolean; reason: string }

async function closeApproval(tx: Db, actor: StaffActor, approval: Approval, decision: ClosingDecision) {
  const { state, action, alone, reason } = decision
  await tx.rows(
    'UPDATE approvals SET state = $2, decided_by = $3, decided_at = now(), note = $4, alone = $5 WHERE id = $1',
    [approval.id, state, actor.memberId, reason, alone],
  )
  const { id, kind, amount, askedBy, subjectType, subjectId } = approval
  await recordAudit(tx, actor, {
    action,
    subjectType,
    subjectId,
    after: { approval: id, kind, amount: pointsToNumber(amount), askedBy, ...(alone && { alone }) },
    reason,
  })
}

/** Refuses a confirmation by another account of the requester, and records the attempt in the audit trail. */
async function refuseSecondAccount(db: Db, actor: StaffActor, { askedBy, subjectType, subjectId }: Approval) {
  if (askedBy === actor.memberId || !(await isSamePerson(db, askedBy, actor.memberId))) return
  const after = { refused: 'approval.confirmed', askedBy }
  const action = 'four-eyes.own-account'
  await recordAudit(db, actor, { action, subjectType, subjectId, after })
  throw ownRequestRefused()
}

/**
 * Returns true if the actor confirms his own request alone, false if he is the second person.
 * @throws FORBIDDEN the actor may not confirm the request; BAD_INPUT he confirms alone without a reason
 */
async function checkSecondPerson(tx: Db, actor: StaffActor, approval: Approval, reason: string): Promise<boolean> {
  if (actor.memberId !== approval.askedBy) {
    if (!(await isSecondPerson(tx, actor.memberId, approval.needs, approval))) throw notSecondPerson()
    return false
  }
  if (!(await isLoneOwner(tx, actor, approval.needs, approval))) throw ownRequestRefused()
  if (reason === '') throw loneConfirmationReasonMissing()
  return true
}

/**
 * Confirms a request and runs its handler exactly once. The requester must still have a sufficient role. The handler's
 * use case repeats all its checks against the current state.
 * @throws NOT_FOUND; CONFLICT the request is already decided, its amount isn't the one that the actor saw, the
 * requester has lost the role, or the subject has changed; OWN_ACCOUNT; FORBIDDEN the actor can't be the second person;
 * BAD_INPUT the requester confirms it alone without a reason; the errors of the handler
 */
export async function confirmApproval(
  db: Database,
  actor: StaffActor,
  { id, reason, seenAmount, handlerOf }: ApprovalConfirmation,
): Promise<void> {
  const seen = await readWaitingApproval(db, id)
  if (seen.memberId !== null) {
    const act = { action: 'approval.confirmed', subjectType: 'member', subjectId: seen.memberId } as const
    await refuseOwnAccount(db, actor, act)
    await refuseOwnAccount(db, actor, { ...act, staffId: seen.askedBy, error: requesterOwnsAccount })
  }
  await refuseSecondAccount(db, actor, seen)
  const { refuseOwn, lock, run, after } = handlerOf(seen.kind)
  await refuseOwn?.(db, actor, seen)
  const result = await db.transaction(async (tx) => {
    await lock(tx, seen)
    const approval = await readWaitingApproval(tx, id, 'FOR UPDATE')
    if (seenAmount != null && pointsToNumber(approval.amount) !== seenAmount) throw approvalAmountGrown()
    const alone = await checkSecondPerson(tx, actor, approval, reason)
    if (!(await mayRequesterStillAct(tx, approval.askedBy, approval.needs))) throw requesterLostRole()
    await closeApproval(tx, actor, approval, { state: 'DONE', action: 'approval.confirmed', alone, reason })
    // The person who confirms (the second person, or the requester alone) has just re-authenticated. The request is
    // then carried out in the requester's name, so `asker` counts as re-authenticated too.
    const asker = { ...(await readStaffActor(tx, approval.askedBy, actor.address)), reauthenticated: true }
    return run(tx, { approval, asker, confirmedBy: actor.memberId, alone })
  })
  await after?.(db, result)
}

/**
 * Closes a request without running it: as WITHDRAWN if the actor made the request, otherwise as REFUSED. Returns the
 * new state.
 * @throws NOT_FOUND; CONFLICT already decided; FORBIDDEN only an OWNER may refuse the request
 */
export async function refuseApproval(
  db: Database,
  actor: StaffActor,
  { id, reason, handlerOf }: ApprovalDecision,
): Promise<'REFUSED' | 'WITHDRAWN'> {
  const seen = await readWaitingApproval(db, id)
  const { lock, refused } = handlerOf(seen.kind)
  return db.transaction(async (tx) => {
    await lock(tx, seen)
    const approval = await readWaitingApproval(tx, id, 'FOR UPDATE')
    const isHis = approval.askedBy === actor.memberId
    if (!isHis && approval.needs === 'OWNER' && actor.role !== 'OWNER') throw notSecondPerson()
    const state = isHis ? 'WITHDRAWN' : 'REFUSED'
    const action = isHis ? 'approval.withdrawn' : 'approval.refused'
    await closeApproval(tx, actor, approval, { state, action, alone: false, reason })
    await refused?.(tx, actor, approval)
    return state
  })
}
