import { countAgainstLimits, fileApproval, lockStaffDayTotal, namesUsedByStaff } from '#lib/approvals/ask-approval.ts'
import type { ApprovalHandler } from '#lib/approvals/decide-approval.ts'
import type { ApprovalWhy } from '#lib/approvals/labels.ts'
import type { ApprovalLimits } from '#lib/approvals/rules.ts'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { type Points, wholePoints } from '#lib/money/points.ts'
import { makerOfColumnMap } from './bank-files/queries.ts'
import { depositResultsOf, idsToMatch, matchStoredDeposits, type StoredResult } from './receive-deposits.ts'
import type { DepositResult, ImportedDeposit, NewDeposit } from './schema.ts'
import { auditSettledDeposit } from './settle-deposit.ts'
import { storeOrFindDeposit } from './store-deposit.ts'

/**
 * State of an import while its lines are stored.
 * - `names`: depositor names that the importer, or the maker of the column map, has used in his own charges and
 *   refund requests. A line with such a name needs a second person.
 * - `excluded`: ids of staff, besides the importer, who can't be this second person.
 * - `approvalId`: id of the approval request for the lines that need a second person; null until it is filed.
 */
type RunningImport = {
  actor: StaffActor
  limits: ApprovalLimits
  names: ReadonlySet<string>
  excluded: readonly number[]
  approvalId: number | null
}

// Adds the amount of a line to the import's approval request and to the request's task. Changes nothing, and returns no
// row, if the request was decided while the import was still running.
const addLineToRequestSql = `
  WITH added AS (
    UPDATE approvals SET amount = amount + $2::bigint WHERE id = $1 AND state = 'WAITING' RETURNING id, amount
  ), task AS (
    UPDATE tasks SET detail = detail || jsonb_build_object('amount', added.amount / 100) FROM added
    WHERE kind = 'APPROVAL' AND ref_type = 'approval' AND ref_id = added.id AND resolved_at IS NULL
  )
  SELECT id FROM added`

/**
 * Adds a line that needs a second person to the import's approval request, and returns the request's id. Files a new
 * request if there is none yet, or if it is already decided.
 */
async function approvalIdFor(
  tx: Db,
  { actor, excluded, approvalId }: RunningImport,
  line: { id: number; amount: Points; why: ApprovalWhy },
) {
  const { id, amount, why } = line
  if (approvalId !== null && (await tx.rows(addLineToRequestSql, [approvalId, amount])).length > 0) return approvalId
  const subject = { kind: 'DEPOSIT_IMPORT', subjectType: 'import', subjectId: id, memberId: null } as const
  return (await fileApproval(tx, actor, { ...subject, amount, why, excluded })).id
}

/**
 * Stores one line of a bank statement as a deposit, unless it is already stored. Its status is UNCONFIRMED if the line
 * needs a second person.
 */
async function storeLine(tx: Db, running: RunningImport, deposit: ImportedDeposit): Promise<StoredResult> {
  const { actor, limits, names } = running
  const { memberId } = actor
  await lockStaffDayTotal(tx, memberId)
  const { depositId: id, isNew } = await storeOrFindDeposit(tx, deposit, { source: 'IMPORT', importedBy: memberId })
  const result = { depositId: id, isToBeMatched: isNew, duplicate: !isNew }
  if (!isNew) return result
  const amount = wholePoints(deposit.amount)
  const why = names.has(normalName(deposit.name)) ? 'NAME' : await countAgainstLimits(tx, memberId, amount, limits)
  if (!why) return result
  running.approvalId = await approvalIdFor(tx, running, { id, amount, why })
  await tx.rows("UPDATE deposits SET status = 'UNCONFIRMED', approval_id = $2 WHERE id = $1", [id, running.approvalId])
  return result
}

/**
 * An import by staff: the deposits of its lines, and the importer's limits, above which a line needs a second person.
 */
type NewImport = {
  deposits: readonly (NewDeposit & Partial<ImportedDeposit>)[]
  /** Id of the column map by which the table was read; null if it was read without one. */
  mapId?: number | null
  limits: ApprovalLimits
}

/**
 * State at the beginning of an import. The maker of the column map is as responsible for the lines as the importer:
 * lines with a name that the maker has used need a second person, too. The maker can be that second person only if he
 * is an OWNER.
 * @throws all errors of `makerOfColumnMap`
 */
async function beginImport(db: Db, actor: StaffActor, { mapId, limits }: NewImport): Promise<RunningImport> {
  const maker = mapId ? await makerOfColumnMap(db, actor.memberId, mapId) : null
  const parties = [actor.memberId, ...(maker && maker.memberId !== actor.memberId ? [maker.memberId] : [])]
  const names = new Set<string>()
  for (const memberId of parties) for (const name of await namesUsedByStaff(db, memberId)) names.add(name)
  return { actor, limits, names, excluded: maker && !maker.isOwner ? [maker.memberId] : [], approvalId: null }
}

/**
 * Stores the lines of a bank statement, each once, and credits the charges for which the matching rule allows this. The
 * lines that need a second person wait in one approval request; if this request is decided while the import is running,
 * the remaining lines wait in a new one. Returns the result of each line.
 * @throws CONFLICT the column map doesn't exist any more, or it is a colleague's and nobody has confirmed it
 */
export async function importDeposits(db: Database, actor: StaffActor, newImport: NewImport): Promise<DepositResult[]> {
  const { deposits, mapId } = newImport
  const running = await beginImport(db, actor, newImport)
  const results: StoredResult[] = []
  for (const deposit of deposits)
    results.push(await db.transaction((tx) => storeLine(tx, running, { precision: 'EXACT', ...deposit })))
  await matchStoredDeposits(db, idsToMatch(results))
  const answers = await depositResultsOf(db, deposits, results)
  await recordAudit(db, actor, {
    action: 'deposit.import',
    subjectType: 'deposit',
    subjectId: 'import',
    after: {
      ...(mapId && { map: mapId }),
      reported: answers.length,
      matched: answers.filter(({ chargeId }) => chargeId !== null).length,
      unconfirmed: answers.filter(({ status }) => status === 'UNCONFIRMED').length,
    },
  })
  return answers
}

/** Handler of DEPOSIT_IMPORT requests. A request covers those lines of one import that need a second person. */
export const importDepositsHandler: ApprovalHandler = {
  lock: (tx, { id }) =>
    tx.rows("SELECT FROM deposits WHERE approval_id = $1 AND status = 'UNCONFIRMED' ORDER BY id FOR UPDATE", [id]),
  run: (tx, { approval: { id }, confirmedBy }) =>
    tx.rows<{ id: number }>(
      `UPDATE deposits SET status = 'WAITING', confirmed_by = $2 WHERE approval_id = $1 AND status = 'UNCONFIRMED'
       RETURNING id`,
      [id, confirmedBy],
    ),
  // Closes the refused lines as duplicates, with the audit row of a dismissed deposit. Replaces their external ids, so
  // that the bank or another import can report a deposit under the original id.
  async refused(tx, actor, { id }) {
    const closed = await tx.rows<{ id: number }>(
      `UPDATE deposits SET status = 'DUPLICATE', matched_at = now(), disputed_at = now(),
         external_id = 'disputed:' || gen_random_uuid()
       WHERE approval_id = $1 AND status = 'UNCONFIRMED' RETURNING id`,
      [id],
    )
    for (const { id: depositId } of closed)
      await auditSettledDeposit(tx, actor, { depositId, status: 'DUPLICATE', chargeIds: [] })
  },
  after: (db, confirmed) =>
    matchStoredDeposits(
      db,
      (confirmed as { id: number }[]).map(({ id }) => id),
    ),
}
