import sql, { raw, type Sql } from 'sql-template-tag'
import type { Caller } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { countRows, keysetPage } from '#lib/core/keyset.ts'
import { unsettledDeposit } from '#lib/deposits/rules.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { isSamePerson } from '../own-account.ts'
import { isLoneOwner, isSecondPerson, type NeededRole } from '../second-persons.ts'
import type { ApprovalQuery, ApprovalRow } from './schema.ts'

type StaffReader = Pick<Caller, 'memberId' | 'role'>

type StoredApproval = Omit<ApprovalRow, 'createdAt' | 'decidedAt' | 'amount' | 'mine'> & {
  createdAt: Date
  decidedAt: Date | null
  amount: Points
  askedByNo: number
  needs: NeededRole
  excluded: number[]
}

const approvalColumns =
  raw(`a.id, a.created_at, a.kind, a.state, a.why, a.subject_type, a.subject_id, a.member_id AS member_no,
  m.login_id AS member_id, a.amount, coalesce(a.payload ->> 'delta' LIKE '-%', false) AS takes, a.reason, a.asked_by AS asked_by_no, s.login_id AS asked_by, d.login_id AS decided_by,
  a.decided_at, a.note, a.alone, a.needs, a.excluded`)

const approvalTables = raw(`approvals a JOIN members s ON s.id = a.asked_by LEFT JOIN members m ON m.id = a.member_id
  LEFT JOIN members d ON d.id = a.decided_by`)

/** What this staff member may decide about a request. Only for display: `confirmApproval` checks it again. */
async function approvalRightOf(
  db: Db,
  row: StoredApproval,
  { memberId, role }: StaffReader,
): Promise<ApprovalRow['mine']> {
  if (row.state !== 'WAITING' || (role !== 'MANAGER' && role !== 'OWNER')) return 'NONE'
  const involved = { askedBy: row.askedByNo, excluded: row.excluded, memberId: row.memberNo }
  if (row.askedByNo === memberId)
    return (await isLoneOwner(db, { memberId, role }, row.needs, involved)) ? 'ALONE' : 'WITHDRAW'
  if (row.needs === 'OWNER' && role !== 'OWNER') return 'NONE'
  if (!(await isSecondPerson(db, memberId, row.needs, involved))) return 'REFUSE'
  return row.memberNo !== null && (await isSamePerson(db, memberId, row.memberNo)) ? 'REFUSE' : 'CONFIRM'
}

async function toApprovalRow(db: Db, row: StoredApproval, reader: StaffReader): Promise<ApprovalRow> {
  const { askedByNo: _, needs: __, excluded: ___, ...shown } = row
  return {
    ...shown,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    amount: pointsToNumber(row.amount),
    mine: await approvalRightOf(db, row, reader),
  }
}

const isUnsettledDeposit = raw(unsettledDeposit.sql('f'))

const approvalCondition = ({ state, kind }: ApprovalQuery): Sql =>
  sql`${state ? sql`a.state = ${state}` : raw('true')} AND ${kind ? sql`a.kind = ${kind}` : raw('true')}`

/** One page of approval requests, newest first, by keyset. */
export async function approvalsForStaff(db: Db, query: ApprovalQuery, reader: StaffReader) {
  const { size, cursor } = query
  const filter = approvalCondition(query)
  const [rows, total] = await Promise.all([
    db.rows<StoredApproval>(
      sql`SELECT ${approvalColumns} FROM ${approvalTables} WHERE ${filter} AND (${cursor}::int IS NULL OR a.id < ${cursor})
        ORDER BY a.id DESC LIMIT ${size + 1}`,
    ),
    countRows(db, sql`approvals a WHERE ${filter}`),
  ])
  const page = keysetPage(rows, { size, total }, (row) => row)
  return { ...page, rows: await Promise.all(page.rows.map((row) => toApprovalRow(db, row, reader))) }
}

/** Waiting approval requests about these subjects, by subject id. */
export async function waitingApprovalsOf(
  db: Db,
  subjectType: string,
  subjectIds: readonly number[],
  reader: StaffReader,
): Promise<Record<number, ApprovalRow>> {
  const rows = await db.rows<StoredApproval>(
    sql`SELECT ${approvalColumns} FROM ${approvalTables}
      WHERE a.subject_type = ${subjectType} AND a.subject_id = ANY (${subjectIds}::int[]) AND a.state = 'WAITING'`,
  )
  const shown = await Promise.all(rows.map((row) => toApprovalRow(db, row, reader)))
  return Object.fromEntries(shown.map((row) => [row.subjectId, row]))
}

/** Waiting approval requests to import or match one of these deposits, by deposit id. */
export async function waitingApprovalsOfDeposits(
  db: Db,
  depositIds: readonly number[],
  reader: StaffReader,
): Promise<Record<number, ApprovalRow>> {
  const rows = await db.rows<StoredApproval & { depositId: number }>(
    sql`SELECT f.id AS deposit_id, ${approvalColumns} FROM deposits f JOIN (${approvalTables})
        ON a.id = f.approval_id OR (a.subject_type = 'deposit' AND a.subject_id = f.id)
      WHERE f.id = ANY (${depositIds}::int[]) AND ${isUnsettledDeposit} AND a.state = 'WAITING'`,
  )
  const shown = rows.map(async ({ depositId, ...row }) => [depositId, await toApprovalRow(db, row, reader)] as const)
  return Object.fromEntries(await Promise.all(shown))
}

/** The approval requests of these tasks, by approval id. */
export async function approvalsOfTasks(
  db: Db,
  tasks: readonly { refType: string; refId: number }[],
  reader: StaffReader,
): Promise<Record<number, ApprovalRow>> {
  const ids = tasks.filter(({ refType }) => refType === 'approval').map(({ refId }) => refId)
  const rows = await db.rows<StoredApproval>(
    sql`SELECT ${approvalColumns} FROM ${approvalTables} WHERE a.id = ANY (${ids}::int[])`,
  )
  const shown = await Promise.all(rows.map((row) => toApprovalRow(db, row, reader)))
  return Object.fromEntries(shown.map((row) => [row.id, row]))
}
