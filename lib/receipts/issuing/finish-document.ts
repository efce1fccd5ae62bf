import type { Database, Db } from '#lib/core/db.ts'
import { toStorableText } from '#lib/core/storable.ts'
import type { SourceError } from '#lib/deposits/sources/source.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import type { DocumentState } from '../labels.ts'
import { originalNeverAtTaxOfficeText, originalNotAtTaxOfficeYet, staffIssueItText } from './faults.ts'
import type { IssuedDocument } from './issuer.ts'
import type { IssuerKind } from './labels.ts'
import { issuableReceiptKinds } from './registry.ts'
import {
  MAX_REFUSALS,
  MINUTES_UNTIL_TASK,
  SECONDS_BETWEEN_TAX_OFFICE_CHECKS,
  secondsUntilNextAttempt,
  TAX_OFFICE_CHECK_DAYS,
} from './rules.ts'

/** A document that this worker has claimed in order to send it, or to ask the issuer about it. */
export type ClaimedDocument = {
  id: number
  receiptId: number
  kind: 'ISSUE' | 'CORRECTION'
  connection: IssuerKind
  connectionId: number
  /** The shop's key of the document at the issuer. */
  key: string
  /** Amount that the document issues or takes back, in hundredths of a won. */
  amount: Points
  /** Amount that the member paid, in hundredths of a won. */
  payAmount: Points
  state: DocumentState
  attempts: number
  refusals: number
  createdAt: Date
}

const stateByFiling = { PENDING: 'ISSUED', ACCEPTED: 'FILED', REJECTED: 'REJECTED' } as const

/** Locks the receipt before the document, in the same order as when staff settle a receipt. */
const lockReceiptSql = 'SELECT FROM receipts WHERE id = $1 FOR UPDATE'

const recordIssuedSql = `
  UPDATE receipt_documents SET state = $2, number = $3, day = $4, issued_at = coalesce(issued_at, now()), error = $5,
    next_try_at = now() + ${SECONDS_BETWEEN_TAX_OFFICE_CHECKS} * interval '1 second'
  WHERE id = $1 AND state IN ('WAITING', 'ISSUED') RETURNING id`

const settleReceiptSql = `
  UPDATE receipts SET status = $2, note = $3, settled_at = now(), settled_by = NULL WHERE id = $1`

/**
 * Closes the tasks about a receipt whose document was issued. Also closes the task about the issuer, which evidently
 * works again.
 */
async function dropReceiptTasks(tx: Db, { receiptId, connectionId }: ClaimedDocument): Promise<void> {
  await dropTasks(tx, { kinds: ['RECEIPT'], refType: 'receipt', refId: receiptId })
  await dropTasks(tx, { kinds: ['RECEIPT'], refType: 'connection', refId: connectionId })
}

const fileReceiptTask = (tx: Db, { receiptId, kind, amount, payAmount }: ClaimedDocument, error: string) => {
  const sums = { amount: pointsToNumber(amount), payAmount: pointsToNumber(payAmount) }
  const detail = { document: kind, ...sums, error }
  return fileTask(tx, { kind: 'RECEIPT', refType: 'receipt', refId: receiptId, detail })
}

const rejectionText = ({ reason }: IssuedDocument): string =>
  toStorableText(`국세청이 받지 않았어요: ${reason ?? '이유를 알려 주지 않았어요'}`, 200)

// A correction that the tax office rejected has a number, which a DROPPED document can't have.
const endRefusedCorrectionsSql = `
  UPDATE receipt_documents SET state = CASE WHEN number IS NULL THEN 'DROPPED' ELSE 'REJECTED' END
  WHERE receipt_id = $1 AND kind = 'CORRECTION' AND state = 'FAILED'`

/** SQL that finds the original of the correction $1, if the tax office hasn't rejected it. */
const originalSql = `
  SELECT FROM receipt_documents d JOIN receipt_documents o ON o.receipt_id = d.receipt_id AND o.kind = 'ISSUE' AND o.id < d.id
  WHERE d.id = $1 AND o.state NOT IN ('REJECTED', 'DROPPED')`

/**
 * SQL that finds the receipt $1 if an issuer would issue it when it is requested again, as `planDocuments` decides. An
 * issuer that was switched on after the receipt was created leaves it to staff.
 */
const issuableSql = `
  SELECT FROM receipts r JOIN connections k ON k.issues_since <= r.created_at
    JOIN unnest($2::text[], $3::int[]) AS f (kind, fee_type) ON f.kind = k.kind AND f.fee_type = r.fee_type
  WHERE r.id = $1`

/** Reason why the tax office rejected a document. Says of a receipt that staff have to issue it, if that is so. */
async function explainRejection(tx: Db, row: ClaimedDocument, issued: IssuedDocument): Promise<string> {
  const text = rejectionText(issued)
  if (row.kind !== 'ISSUE') return text
  const isIssuable = (await tx.rows(issuableSql, [row.receiptId, ...issuableReceiptKinds()])).length > 0
  return isIssuable ? text : `${text.replace(/[.]?$/, '.')} ${staffIssueItText}`
}

/**
 * Records that the tax office rejected a document.
 * - A receipt: it may be requested again, which issues another document. Its corrections have nothing left to take
 *   back: those that wait for a decision of staff end here, and `dropCorrection` ends those that aren't sent yet.
 * - A correction: it waits for a decision of staff. It ends instead if its receipt was rejected too.
 */
async function finishRejected(tx: Db, row: ClaimedDocument, issued: IssuedDocument): Promise<void> {
  const error = await explainRejection(tx, row, issued)
  const isFinal = row.kind === 'ISSUE' || (await tx.rows(originalSql, [row.id])).length === 0
  const values = [row.id, isFinal ? 'REJECTED' : 'FAILED', issued.number, issued.day, error]
  if ((await tx.rows(recordIssuedSql, values)).length === 0) return
  if (row.kind === 'ISSUE') {
    await tx.rows(settleReceiptSql, [row.receiptId, 'FAILED', error])
    await tx.rows(endRefusedCorrectionsSql, [row.receiptId])
  }
  if (row.kind === 'ISSUE' || !isFinal) await fileReceiptTask(tx, row, error)
}

// Raises `sum_revision`: while the correction was open, no other one could be planned.
const dropCorrectionSql = `
  WITH dropped AS (UPDATE receipt_documents SET state = 'DROPPED' WHERE id = $1 AND state = 'WAITING' RETURNING receipt_id)
  UPDATE receipts SET sum_revision = sum_revision + 1 WHERE id IN (SELECT receipt_id FROM dropped)`

/** Ends a correction that the issuer doesn't have, and whose original the tax office has rejected. */
export async function dropCorrection(db: Database, { id, receiptId }: ClaimedDocument): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(lockReceiptSql, [receiptId])
    await tx.rows(dropCorrectionSql, [id])
  })
}

/** Records an issued document and the status of its receipt, in one transaction. */
export async function recordIssuedDocument(db: Database, row: ClaimedDocument, issued: IssuedDocument): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(lockReceiptSql, [row.receiptId])
    if (issued.filing === 'REJECTED') return finishRejected(tx, row, issued)
    const changedRows = await tx.rows(recordIssuedSql, [
      row.id,
      stateByFiling[issued.filing],
      issued.number,
      issued.day,
      null,
    ])
    if (changedRows.length === 0) return
    if (row.kind === 'ISSUE') await tx.rows(settleReceiptSql, [row.receiptId, 'ISSUED', null])
    await dropReceiptTasks(tx, row)
  })
}

const askLaterSql = `
  UPDATE receipt_documents SET next_try_at = now() + ${SECONDS_BETWEEN_TAX_OFFICE_CHECKS} * interval '1 second' WHERE id = $1 AND state = 'ISSUED'`

/**
 * Records whether the tax office accepted an issued document, as the issuer reports it. `issued` is null if the issuer
 * didn't answer or doesn't have the document. In both cases, and while the tax office hasn't answered, the issuer is
 * asked again later.
 */
export async function recordTaxOfficeAnswer(
  db: Database,
  row: ClaimedDocument,
  issued: IssuedDocument | null,
): Promise<void> {
  if (!issued || issued.filing === 'PENDING') return void (await db.rows(askLaterSql, [row.id]))
  await db.transaction(async (tx) => {
    await tx.rows(lockReceiptSql, [row.receiptId])
    if (issued.filing === 'REJECTED') await finishRejected(tx, row, issued)
    else await tx.rows(recordIssuedSql, [row.id, 'FILED', issued.number, issued.day, null])
  })
}

const failSql = `
  UPDATE receipt_documents SET state = $2, refusals = $3, error = $4, next_try_at = now() + $5 * interval '1 second'
  WHERE id = $1 AND state = 'WAITING' RETURNING id`

/** SQL that finds the document $1 if it was created longer ago than the interval $2. */
const waitsLongSql = 'SELECT FROM receipt_documents WHERE id = $1 AND created_at < now() - $2::interval'

/**
 * Records a failed attempt, and determines what happens to the document:
 * - If the issuer has refused the document three times (MAX_REFUSALS), staff decide, because it would be refused again.
 * - If it is a correction whose original the tax office still doesn't have after 14 days (TAX_OFFICE_CHECK_DAYS), staff
 *   decide, because the original may never reach the tax office.
 * - After any other failure, attempts continue for as long as needed. If the document is older than an hour
 *   (MINUTES_UNTIL_TASK), one task about the issuer is filed, however many documents wait for the issuer. No task is
 *   filed if the issuer is only busy.
 */
export async function recordFailedAttempt(
  db: Database,
  row: ClaimedDocument,
  { fault, sentence }: SourceError,
): Promise<void> {
  const refusals = fault === 'REFUSED' ? row.refusals + 1 : row.refusals
  await db.transaction(async (tx) => {
    await tx.rows(lockReceiptSql, [row.receiptId])
    const waitsFor = async (interval: string) => (await tx.rows(waitsLongSql, [row.id, interval])).length > 0
    const isStranded =
      sentence === originalNotAtTaxOfficeYet().sentence && (await waitsFor(`${TAX_OFFICE_CHECK_DAYS} days`))
    const isLast = isStranded || refusals >= MAX_REFUSALS
    const error = isStranded ? originalNeverAtTaxOfficeText : sentence
    const values = [row.id, isLast ? 'FAILED' : 'WAITING', refusals, error, secondsUntilNextAttempt(row.attempts)]
    const changedRows = await tx.rows(failSql, values)
    if (changedRows.length === 0) return
    if (isLast) {
      if (row.kind === 'ISSUE') await tx.rows(settleReceiptSql, [row.receiptId, 'FAILED', error])
      await fileReceiptTask(tx, row, error)
    } else if (fault !== 'REFUSED' && fault !== 'BUSY' && (await waitsFor(`${MINUTES_UNTIL_TASK} minutes`))) {
      const detail = { connection: row.connection, error: sentence }
      await fileTask(tx, { kind: 'RECEIPT', refType: 'connection', refId: row.connectionId, detail })
    }
  })
}
