import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Caller } from '#lib/core/call.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import { waitsAlready } from './errors.ts'
import type { ApprovalKind, ApprovalWhy } from './labels.ts'
import { accountsOfSql } from './own-account.ts'
import { isAbove, type Limits } from './rules.ts'
import { isAlone, type Needs } from './second-persons.ts'

/** Who acts, from where, and what one person may let through alone. */
export type StaffContext = { caller: Caller; address: string; limits: Limits }

/** What a staff member is about to do with money. */
export type MoneyAct = {
  kind: ApprovalKind
  subjectType: string
  subjectId: number
  /** Whose account it is for. */
  memberId: number | null
  amount: Points
  /** Names of depositor or payee, as names are compared. */
  names?: readonly string[]
  /** A reason for a second person that the caller found already. */
  why?: ApprovalWhy | null
  needs?: Needs
  /** Staff who had a hand in it before and can't confirm it. */
  excluded?: readonly number[]
  /** What the use case needs to run it once it is confirmed. */
  payload?: object
  reason?: string
}

/** What waits now: `alone` if the one who asked may confirm it himself, with his password and a reason. */
export type RequestedApproval = { id: number; why: ApprovalWhy; alone: boolean }

/** Whether an account is a staff member's own. */
const ofStaff = `SELECT EXISTS (
    SELECT FROM members s WHERE s.id IN (${accountsOfSql('$1::int')}) AND s.role <> 'MEMBER'
  ) AS found`

/** Whether an account is a staff member's own; in the demo nobody asks. */
async function isOfStaff(tx: Db, memberId: number): Promise<boolean> {
  return !env().DEMO && (await oneRow<{ found: boolean }>(tx, ofStaff, [memberId])).found
}

/** The names under which a person's accounts have charged or asked to be paid back, as names are compared. */
const ownNames = `
  WITH own (id) AS (${accountsOfSql('$1::int')})
  SELECT c.normal_name AS name FROM own JOIN charges c ON c.member_id = own.id
  UNION SELECT translate(lower(r.name), ' ()[]', '') FROM own JOIN refund_requests r ON r.member_id = own.id`

/** Names that this staff member has used himself: none in the demo, where nobody needs a second person. */
export async function namesOf(db: Db, staffId: number): Promise<ReadonlySet<string>> {
  if (env().DEMO) return new Set()
  return new Set((await db.rows<{ name: string }>(ownNames, [staffId])).map(({ name }) => name))
}

const addToDay = `
  INSERT INTO staff_day_totals AS t (member_id, day, amount)
  SELECT $1, (now() AT TIME ZONE 'Asia/Seoul')::date, $2::bigint WHERE $2::bigint <= $3::bigint
  ON CONFLICT (member_id, day) DO UPDATE SET amount = t.amount + excluded.amount
    WHERE t.amount + excluded.amount <= $3::bigint
  RETURNING amount`

/**
 * Has what one staff member does with money queue, so that of two acts at once the second one sees what the first added
 * to his day. Take it before any other lock of the transaction.
 */
export async function lockDay(tx: Db, staffId: number): Promise<void> {
  await tx.rows("SELECT pg_advisory_xact_lock(hashtext('staff-day'), $1::int)", [staffId])
}

/** Counts an amount as let through today by this person; false, and nothing counted, if it would be too much. */
async function fitsDay(tx: Db, staffId: number, amount: Points, day: Points): Promise<boolean> {
  if (day === 0n) return true
  return (await tx.rows(addToDay, [staffId, amount, day])).length > 0
}

/** Why an amount needs a second person by the limits alone; counts it as this person's of today if it doesn't. */
export async function whyByLimits(
  tx: Db,
  staffId: number,
  amount: Points,
  { each, day }: Limits,
): Promise<'LIMIT' | 'DAILY' | null> {
  if (isAbove(amount, each)) return 'LIMIT'
  return (await fitsDay(tx, staffId, amount, day)) ? null : 'DAILY'
}

/** Why one person isn't enough for this, or null. What it lets through counts for today. */
async function whyOf(tx: Db, act: MoneyAct, { caller, limits }: StaffContext): Promise<ApprovalWhy | null> {
  if (act.why) return act.why
  if (act.memberId !== null && (await isOfStaff(tx, act.memberId))) return 'STAFF'
  if (act.names?.length) {
    const own = await namesOf(tx, caller.memberId)
    if (act.names.some((name) => own.has(name))) return 'NAME'
  }
  return whyByLimits(tx, caller.memberId, act.amount, limits)
}

/** Has something wait for a second person, as a task. @throws CONFLICT it waits already */
export async function fileApproval(
  tx: Db,
  act: MoneyAct & { why: ApprovalWhy },
  { caller, address }: Pick<StaffContext, 'caller' | 'address'>,
): Promise<RequestedApproval> {
  const { kind, subjectType, subjectId, memberId, amount, why, needs = 'MANAGER', excluded = [] } = act
  const { payload = {}, reason = '' } = act
  const [made] = await tx.rows<{ id: number }>(
    `INSERT INTO approvals (kind, subject_type, subject_id, member_id, amount, payload, why, needs, excluded, reason, asked_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (kind, subject_type, subject_id) WHERE state = 'WAITING' DO NOTHING RETURNING id`,
    [
      ...[kind, subjectType, subjectId, memberId, amount, JSON.stringify(payload), why, needs, excluded, reason],
      caller.memberId,
    ],
  )
  if (!made) throw waitsAlready()
  const summary = { kind, amount: pointsToNumber(amount), why, ...(reason && { reason }) }
  const takes = 'delta' in payload && String(payload.delta).startsWith('-')
  const detail = { ...summary, takes, askedBy: caller.loginId, subjectType, subjectId }
  await fileTask(tx, { kind: 'APPROVAL', refType: 'approval', refId: made.id, detail })
  await recordAudit(tx, {
    actorId: caller.memberId,
    action: 'approval.asked',
    subjectType,
    subjectId,
    after: { approval: made.id, ...summary },
    reason: reason || null,
    address,
  })
  return { id: made.id, why, alone: await isAlone(tx, caller, needs, { excluded, memberId }) }
}

/**
 * Null if one person may do this, which then counts for his day. Else it waits for a second person from now on, and the
 * caller must not do it. Take `lockDay` and lock what it is about before.
 * @throws CONFLICT it waits already
 */
export async function askIfNeeded(tx: Db, act: MoneyAct, by: StaffContext): Promise<RequestedApproval | null> {
  const why = await whyOf(tx, act, by)
  return why && fileApproval(tx, { ...act, why }, by)
}
