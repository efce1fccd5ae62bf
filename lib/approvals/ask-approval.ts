import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { approvalAlreadyWaiting } from './errors.ts'
import type { ApprovalKind, ApprovalWhy } from './labels.ts'
import { accountsOfSql } from './own-account.ts'
import { type ApprovalLimits, exceedsLimit } from './rules.ts'
import { isLoneOwner, type NeededRole } from './second-persons.ts'

/** An action of a staff member that moves money and may need confirmation by a second person. */
export type MoneyAct = {
  kind: ApprovalKind
  subjectType: string
  subjectId: number
  /** Member whose account the action changes; null if no account is known. */
  memberId: number | null
  amount: Points
  /**
   * Normalized names of the depositor or payee. If the actor has used one of them himself, a second person is needed.
   */
  names?: readonly string[]
  /** Why a second person is needed, if the calling use case has already found a reason. */
  why?: ApprovalWhy | null
  /** Least role of the second person; MANAGER by default. */
  needs?: NeededRole
  /** Staff who took part in an earlier step and therefore can't confirm this action. */
  excluded?: readonly number[]
  /** Data stored with the request. The request's handler reads it on confirmation. */
  payload?: object
  reason?: string
}

/**
 * A request that waits for a second person. `why` is the reason. If `alone` is true, no second person exists, and the
 * requester may confirm the request himself with his password and a reason.
 */
export type RequestedApproval = { id: number; why: ApprovalWhy; alone: boolean }

/** SQL: `found` is true if account $1, or another account of the same person, has a staff role. */
const belongsToStaffSql = `SELECT EXISTS (
    SELECT FROM members s WHERE s.id IN (${accountsOfSql('$1::int')}) AND s.role <> 'MEMBER'
  ) AS found`

/**
 * True if the account, or another account of the same person, has a staff role. Always false in the demo, where no
 * second person is needed.
 */
export async function belongsToStaff(tx: Db, memberId: number): Promise<boolean> {
  return !env().DEMO && (await oneRow<{ found: boolean }>(tx, belongsToStaffSql, [memberId])).found
}

/**
 * SQL for the names that the owner of account $1 has used, on any of his accounts. Names of charges are normalized;
 * names of cash refund requests are as he wrote them.
 */
const namesOfStaffSql = `
  WITH own (id) AS (${accountsOfSql('$1::int')})
  SELECT c.normal_name AS name FROM own JOIN charges c ON c.member_id = own.id
  UNION SELECT r.name FROM own JOIN refund_requests r ON r.member_id = own.id`

/**
 * Normalized names that this staff member, on any of his accounts, has used in his charges and cash refund requests.
 * Empty in the demo, where no second person is needed.
 */
export async function namesUsedByStaff(db: Db, staffId: number): Promise<ReadonlySet<string>> {
  if (env().DEMO) return new Set()
  return new Set((await db.rows<{ name: string }>(namesOfStaffSql, [staffId])).map(({ name }) => normalName(name)))
}

/** SQL for the points that the owner of account $1 has moved alone today (in Seoul), with all of his accounts. */
const dayTotalSql = `(SELECT coalesce(sum(t.amount), 0)::bigint FROM staff_day_totals t
    WHERE t.day = (now() AT TIME ZONE 'Asia/Seoul')::date AND t.member_id IN (${accountsOfSql('$1::int')}))`

const addToDayTotalSql = `
  INSERT INTO staff_day_totals AS t (member_id, day, amount)
  SELECT $1, (now() AT TIME ZONE 'Asia/Seoul')::date, $2::bigint WHERE $2::bigint + ${dayTotalSql} <= $3::bigint
  ON CONFLICT (member_id, day) DO UPDATE SET amount = t.amount + excluded.amount
    WHERE t.amount + excluded.amount <= $3::bigint
  RETURNING amount`

// The ids are sorted, so that transactions of two accounts of one person can't deadlock.
const lockDayTotalSql = `
  SELECT pg_advisory_xact_lock(hashtext('staff-day'), own.id)
  FROM (SELECT a.id FROM (${accountsOfSql('$1::int')}) AS a (id) ORDER BY a.id OFFSET 0) AS own`

/**
 * Lets only one transaction at a time add to the daily total of a person, even if he has several accounts: the second
 * of two concurrent actions then reads a total that includes the first. Take this lock before any other lock of the
 * transaction.
 */
export async function lockStaffDayTotal(tx: Db, staffId: number): Promise<void> {
  await tx.rows(lockDayTotalSql, [staffId])
}

/**
 * Adds an amount to today's total of the staff member and returns true. If the total of all his accounts would exceed
 * `dailyLimit`, adds nothing and returns false. A limit of 0 means no limit: adds nothing and returns true.
 */
async function addToDayTotal(tx: Db, staffId: number, amount: Points, dailyLimit: Points): Promise<boolean> {
  if (dailyLimit === 0n) return true
  return (await tx.rows(addToDayTotalSql, [staffId, amount, dailyLimit])).length > 0
}

/**
 * Points that a staff member has moved alone today (in Seoul), with all of his accounts. His daily limit bounds them.
 */
export async function readStaffDayTotal(db: Db, staffId: number): Promise<Points> {
  return (await oneRow<{ amount: Points }>(db, `SELECT ${dayTotalSql} AS amount`, [staffId])).amount
}

/**
 * Adds an amount to a staff member's total of today (if he has a daily limit) and returns null. If the amount exceeds a
 * limit, adds nothing and returns which one: LIMIT, per action, or DAILY, per day.
 */
export async function countAgainstLimits(
  tx: Db,
  staffId: number,
  amount: Points,
  { perAction, perDay }: ApprovalLimits,
): Promise<'LIMIT' | 'DAILY' | null> {
  if (exceedsLimit(amount, perAction)) return 'LIMIT'
  return (await addToDayTotal(tx, staffId, amount, perDay)) ? null : 'DAILY'
}

/**
 * Reason why an action needs a second person. Null if it needs none; the amount is then added to the actor's total of
 * today (`countAgainstLimits`).
 */
async function approvalWhyOf(
  tx: Db,
  actor: StaffActor,
  act: MoneyAct & { limits: ApprovalLimits },
): Promise<ApprovalWhy | null> {
  if (act.why) return act.why
  if (act.memberId !== null && (await belongsToStaff(tx, act.memberId))) return 'STAFF'
  if (act.names?.length) {
    const usedNames = await namesUsedByStaff(tx, actor.memberId)
    if (act.names.some((name) => usedNames.has(name))) return 'NAME'
  }
  return countAgainstLimits(tx, actor.memberId, act.amount, act.limits)
}

/**
 * Stores a request for a second person to confirm an action, files a task for the request, and writes an audit row.
 * Returns the request.
 * @throws CONFLICT a request of this kind for this subject is already waiting
 */
export async function fileApproval(
  tx: Db,
  actor: StaffActor,
  act: MoneyAct & { why: ApprovalWhy },
): Promise<RequestedApproval> {
  const { kind, subjectType, subjectId, memberId, amount, why, needs = 'MANAGER', excluded = [] } = act
  const { payload = {}, reason = '' } = act
  const [request] = await tx.rows<{ id: number }>(
    `INSERT INTO approvals (kind, subject_type, subject_id, member_id, amount, payload, why, needs, excluded, reason, asked_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (kind, subject_type, subject_id) WHERE state = 'WAITING' DO NOTHING RETURNING id`,
    [
      ...[kind, subjectType, subjectId, memberId, amount, JSON.stringify(payload), why, needs, excluded, reason],
      actor.memberId,
    ],
  )
  if (!request) throw approvalAlreadyWaiting()
  const summary = { kind, amount: pointsToNumber(amount), why, ...(reason && { reason }) }
  const takes = 'delta' in payload && String(payload.delta).startsWith('-')
  const detail = { ...summary, takes, askedBy: actor.loginId, subjectType, subjectId }
  await fileTask(tx, { kind: 'APPROVAL', refType: 'approval', refId: request.id, detail })
  await recordAudit(tx, actor, {
    action: 'approval.asked',
    subjectType,
    subjectId,
    after: { approval: request.id, ...summary },
    reason,
  })
  return { id: request.id, why, alone: await isLoneOwner(tx, actor, needs, { excluded, memberId }) }
}

/**
 * Returns null if the staff member may act without a second person; the amount is then added to his total of today.
 * Otherwise stores a request for a second person and returns it: the caller must not act. Call `lockStaffDayTotal`
 * first and then lock the subject, before this call.
 * @throws CONFLICT a request of this kind for this subject is already waiting
 */
export async function askApprovalIfNeeded(
  tx: Db,
  actor: StaffActor,
  act: MoneyAct & { limits: ApprovalLimits },
): Promise<RequestedApproval | null> {
  const why = await approvalWhyOf(tx, actor, act)
  return why && fileApproval(tx, actor, { ...act, why })
}
