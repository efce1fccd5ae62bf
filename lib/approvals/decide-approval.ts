import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Caller } from '#lib/core/call.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import {
  aloneReasonMissing,
  approvalDecided,
  askerGone,
  askerOwns,
  notSecondPerson,
  ownRequest,
  unknownApproval,
} from './errors.ts'
import type { ApprovalKind, ApprovalState } from './labels.ts'
import { refuseOwnAccount, samePerson } from './own-account.ts'
import { isAlone, isSecondPerson, mayStillAsk, type Needs } from './second-persons.ts'

export type Approval = {
  id: number
  kind: ApprovalKind
  subjectType: string
  subjectId: number
  memberId: number | null
  amount: Points
  payload: Record<string, unknown>
  needs: Needs
  excluded: number[]
  reason: string
  askedBy: number
  state: ApprovalState
}

/** A confirmed request; `alone` is true if the requester confirmed it himself. */
export type Confirmed = { approval: Approval; confirmedBy: number; alone: boolean; address: string }

/** Applies a confirmed or refused request to its subject; one handler per kind. */
export type ApprovalHandler = {
  /**
   * Locks the subject. The request's row is locked after it, in the same order as in use cases that change the subject
   * directly.
   */
  lock(tx: Db, approval: Approval): Promise<unknown>
  run(tx: Db, confirmed: Confirmed): Promise<unknown>
  refused?(tx: Db, approval: Approval, by: { caller: Caller; address: string }): Promise<unknown>
  /** Runs after the commit with the result of `run`. */
  after?(db: Database, done: unknown): Promise<void>
}

type Deciding = {
  id: number
  caller: Caller
  address: string
  reason: string
  handlerOf(kind: ApprovalKind): ApprovalHandler
}

const columns =
  'id, kind, subject_type, subject_id, member_id, amount, payload, needs, excluded, reason, asked_by, state'

async function read(db: Db, id: number, lock = ''): Promise<Approval> {
  const [approval] = await db.rows<Approval>(`SELECT ${columns} FROM approvals WHERE id = $1 ${lock}`, [id])
  if (!approval) throw unknownApproval()
  if (approval.state !== 'WAITING') throw approvalDecided()
  return approval
}

type Verdict = { state: 'DONE' | 'REFUSED' | 'WITHDRAWN'; action: string; alone: boolean }

async function close(tx: Db, approval: Approval, { caller, address, reason }: Deciding, verdict: Verdict) {
  const { state, action, alone } = verdict
  await tx.rows(
    'UPDATE approvals SET state = $2, decided_by = $3, decided_at = now(), note = $4, alone = $5 WHERE id = $1',
    [approval.id, state, caller.memberId, reason, alone],
  )
  const { id, kind, amount, askedBy, subjectType, subjectId } = approval
  await recordAudit(tx, {
    actorId: caller.memberId,
    action,
    subjectType,
    subjectId,
    after: { approval: id, kind, amount: pointsToNumber(amount), askedBy, ...(alone && { alone }) },
    reason: reason || null,
    address,
  })
}

/** Refuses a confirmation by another account of the requester, and records the attempt in the audit trail. */
async function refuseSecondAccount(db: Db, { askedBy, subjectType, subjectId }: Approval, deciding: Deciding) {
  const { caller, address } = deciding
  if (askedBy === caller.memberId || !(await samePerson(db, askedBy, caller.memberId))) return
  const after = { refused: 'approval.confirmed', askedBy }
  const action = 'four-eyes.own-account'
  await recordAudit(db, { actorId: caller.memberId, action, subjectType, subjectId, after, address })
  throw ownRequest()
}

/**
 * Returns true if the caller confirms his own request alone, false if he is the second person.
 * @throws FORBIDDEN the caller can't confirm it; BAD_INPUT alone without a reason
 */
async function checkSecond(tx: Db, approval: Approval, { caller, reason }: Deciding): Promise<boolean> {
  if (caller.memberId !== approval.askedBy) {
    if (!(await isSecondPerson(tx, caller.memberId, approval.needs, approval))) throw notSecondPerson()
    return false
  }
  if (!(await isAlone(tx, caller, approval.needs, approval))) throw ownRequest()
  if (reason === '') throw aloneReasonMissing()
  return true
}

/**
 * Confirms a request and runs its handler exactly once. The requester must still have a sufficient role, and the
 * handler's use case repeats all its checks against the current state.
 * @throws NOT_FOUND; CONFLICT already decided, the requester has lost the role, or the subject has changed;
 *   OWN_ACCOUNT; FORBIDDEN not a second person; BAD_INPUT alone without a reason
 */
export async function confirmApproval(db: Database, deciding: Deciding): Promise<void> {
  const { id, caller, address, handlerOf } = deciding
  const seen = await read(db, id)
  if (seen.memberId !== null) {
    const subject = { subjectType: 'member', subjectId: seen.memberId } as const
    await refuseOwnAccount(db, { caller, address, action: 'approval.confirmed', ...subject })
    await refuseOwnAccount(db, {
      caller,
      address,
      action: 'approval.confirmed',
      ...subject,
      asIf: seen.askedBy,
      error: askerOwns,
    })
  }
  await refuseSecondAccount(db, seen, deciding)
  const { lock, run, after } = handlerOf(seen.kind)
  const done = await db.transaction(async (tx) => {
    await lock(tx, seen)
    const approval = await read(tx, id, 'FOR UPDATE')
    const alone = await checkSecond(tx, approval, deciding)
    if (!(await mayStillAsk(tx, approval.askedBy, approval.needs))) throw askerGone()
    await close(tx, approval, deciding, { state: 'DONE', action: 'approval.confirmed', alone })
    return run(tx, { approval, confirmedBy: caller.memberId, alone, address })
  })
  await after?.(db, done)
}

/**
 * Closes a request without running it: WITHDRAWN if the caller is the requester, REFUSED otherwise.
 * @throws NOT_FOUND; CONFLICT already decided; FORBIDDEN only an OWNER may refuse it
 */
export async function refuseApproval(db: Database, deciding: Deciding): Promise<'REFUSED' | 'WITHDRAWN'> {
  const { id, caller, address, handlerOf } = deciding
  const seen = await read(db, id)
  const { lock, refused } = handlerOf(seen.kind)
  return db.transaction(async (tx) => {
    await lock(tx, seen)
    const approval = await read(tx, id, 'FOR UPDATE')
    const isHis = approval.askedBy === caller.memberId
    if (!isHis && approval.needs === 'OWNER' && caller.role !== 'OWNER') throw notSecondPerson()
    const state = isHis ? 'WITHDRAWN' : 'REFUSED'
    const action = isHis ? 'approval.withdrawn' : 'approval.refused'
    await close(tx, approval, deciding, { state, action, alone: false })
    await refused?.(tx, approval, { caller, address })
    return state
  })
}
