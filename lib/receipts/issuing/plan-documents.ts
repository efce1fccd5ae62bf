import { randomCharacters } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { correctionByHandText, correctionIdleText, type DocumentKind, nothingToIssueNote } from '../labels.ts'
import { paidBackSql } from '../queries.ts'
import { receiptAmountDue } from '../rules.ts'
import { sellerMissing, taxOfficeSilentText } from './faults.ts'
import { isCompleteSeller, readSeller } from './read-seller.ts'
import { issuableReceiptKinds } from './registry.ts'
import { TAX_OFFICE_CHECK_DAYS } from './rules.ts'

// The documents of a receipt must add up to the amount paid less the amount paid back. Planning compares the two sums,
// and stores each missing document as a row before anything is sent. Planning again changes nothing.

/**
 * Maximum number of receipts without a document, and of receipts whose amount has changed, whose documents one call
 * plans.
 */
const MAX_RECEIPTS = 200
/** Characters of a document's key at the issuer: letters and digits that don't look alike. */
const KEY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/**
 * Length of a key. Popbill and Barobill accept up to 24 characters. 20 random characters out of 32 are 100 bits, so no
 * key occurs twice.
 */
const KEY_LENGTH = 20

const newKey = (): string => randomCharacters(KEY_LENGTH, KEY_ALPHABET)

type Sums = { payAmount: Points; paidBack: Points; isReversed: boolean }

const sumColumns = `c.pay_amount, ${paidBackSql} AS paid_back, c.reversed_at IS NOT NULL AS is_reversed`

// Selects receipts created since the issuer was switched on; staff issue older receipts. A receipt is created when its
// charge is credited, a mandatory one up to five days later.
const unissuedSql = `
  SELECT r.id, k.kind AS connection, ${sumColumns}
  FROM connections k JOIN unnest($1::text[], $2::int[]) AS f (kind, fee_type) ON f.kind = k.kind
  JOIN receipts r ON r.status = 'REQUESTED' AND r.fee_type = f.fee_type AND r.created_at >= k.issues_since
  JOIN charges c ON c.id = r.charge_id
  WHERE k.issues_since IS NOT NULL AND NOT EXISTS (SELECT FROM receipt_documents d
    WHERE d.receipt_id = r.id AND d.kind = 'ISSUE' AND d.state NOT IN ('REJECTED', 'DROPPED'))
  ORDER BY r.id LIMIT ${MAX_RECEIPTS}`

// Start of the current second. Columns round to milliseconds, so a stored now() could be later than now() of the next
// statement, and the document wouldn't be due at once.
const dueAtOnceSql = "date_trunc('second', now())"

// Locks the receipt, so that staff who settle it at the same time either find the document or prevent it. Raises
// `sum_revision`, so that the amount is compared with the receipt's documents again: the amount was read before the
// lock, and may have changed since. Another worker may already have compared the new amount, without this document.
const addIssueSql = `
  WITH locked AS (
    UPDATE receipts SET sum_revision = sum_revision + 1 WHERE id = $1 AND status = 'REQUESTED' RETURNING id
  )
  INSERT INTO receipt_documents (receipt_id, kind, connection, key, amount, next_try_at)
  SELECT id, 'ISSUE', $2, $3, $4::bigint, ${dueAtOnceSql} FROM locked
  ON CONFLICT DO NOTHING`

const endUnissuedSql = `
  UPDATE receipts SET status = 'FAILED', note = $2, settled_at = now(), settled_by = NULL
  WHERE id = $1 AND status = 'REQUESTED'`

type UnissuedReceipt = Sums & { id: number; connection: string }

async function planIssues(db: Db): Promise<void> {
  for (const { id, connection, ...sums } of await db.rows<UnissuedReceipt>(unissuedSql, issuableReceiptKinds())) {
    const due = receiptAmountDue(sums)
    if (due > 0n) await db.rows(addIssueSql, [id, connection, newKey(), due])
    else await db.rows(endUnissuedSql, [id, nothingToIssueNote])
  }
}

// Selects receipts whose amount has changed since it was last compared with their documents.
const changedIdsSql = `SELECT id FROM receipts WHERE sum_revision <> sum_checked ORDER BY id LIMIT ${MAX_RECEIPTS}`

type ChangedReceipt = Sums & {
  revision: number
  connection: string | null
  issued: Points
  open: number
  isIssued: boolean
  isIssuedByHand: boolean
  byHandSum: Points | null
}

// `issued`: total amount of the documents, including those that still have to be issued. If the tax office rejected an
// earlier original, its corrections aren't subtracted. `open`: number of documents whose outcome is unknown, or about
// which staff have to decide. `is_issued_by_hand`: true if staff have issued the receipt outside the shop, for
// `by_hand_sum` (null if the amount isn't known).
const changedReceiptSql = `
  SELECT r.sum_revision AS revision, ${sumColumns}, i.connection,
    coalesce(i.amount, 0)::bigint - (SELECT coalesce(sum(d.amount), 0)::bigint FROM receipt_documents d
      WHERE d.receipt_id = r.id AND d.kind = 'CORRECTION' AND d.id > i.id AND d.state NOT IN ('REJECTED', 'DROPPED')) AS issued,
    (SELECT count(*)::int FROM receipt_documents d WHERE d.receipt_id = r.id AND d.state IN ('WAITING', 'FAILED')) AS open,
    coalesce(i.state IN ('ISSUED', 'FILED'), false) AS is_issued, r.status = 'ISSUED' AND i.id IS NULL AS is_issued_by_hand,
    r.by_hand_sum
  FROM receipts r JOIN charges c ON c.id = r.charge_id LEFT JOIN receipt_documents i
    ON i.receipt_id = r.id AND i.kind = 'ISSUE' AND i.state NOT IN ('REJECTED', 'DROPPED')
  WHERE r.id = $1`

// Drops an original document with a wrong amount, if either no worker has begun to send it or the issuer refused it. An
// original in any other state may have arrived; it is corrected once its outcome is known.
const dropUnsentSql = `
  UPDATE receipt_documents SET state = 'DROPPED'
  WHERE receipt_id = $1 AND kind = 'ISSUE' AND amount <> $2::bigint
    AND ((state = 'WAITING' AND attempts = 0) OR state = 'FAILED')`

const addCorrectionSql = `
  INSERT INTO receipt_documents (receipt_id, kind, connection, key, amount, next_try_at)
  VALUES ($1, 'CORRECTION', $2, $3, $4::bigint, ${dueAtOnceSql})
  ON CONFLICT DO NOTHING`

const markComparedSql = 'UPDATE receipts SET sum_checked = $2 WHERE id = $1'

type TaskDocument = { receiptId: number; kind: DocumentKind; amount: Points; payAmount: Points }

/**
 * Files a task about a document; `error` says what staff have to do. `amount` (the amount that the document issues or
 * takes back) and `payAmount` (the amount that the member paid) are in hundredths of a won.
 */
const fileDocumentTask = (tx: Db, { receiptId, kind, amount, payAmount }: TaskDocument, error: string) => {
  const sums = { amount: pointsToNumber(amount), payAmount: pointsToNumber(payAmount) }
  const detail = { document: kind, ...sums, error }
  return fileTask(tx, { kind: 'RECEIPT', refType: 'receipt', refId: receiptId, detail })
}

/**
 * Plans the documents of one receipt whose amount has changed. Keeps the receipt locked, so that no change is
 * overlooked. If the sums differ but the outcome of a document is open, plans nothing yet: a trigger raises the
 * revision once that document is settled.
 */
async function planChange(tx: Db, id: number): Promise<void> {
  await tx.rows('SELECT FROM receipts WHERE id = $1 FOR UPDATE', [id])
  const [receipt] = await tx.rows<ChangedReceipt>(changedReceiptSql, [id])
  if (!receipt) return
  const { revision, connection, issued, open, isIssued, isIssuedByHand, payAmount, byHandSum } = receipt
  const due = receiptAmountDue(receipt)
  await tx.rows(dropUnsentSql, [id, due])
  if (open === 0 && isIssued && connection && issued > due)
    return void (await tx.rows(addCorrectionSql, [id, connection, newKey(), issued - due]))
  const amount = (byHandSum ?? payAmount) - due
  if (isIssuedByHand && amount > 0n)
    await fileDocumentTask(tx, { receiptId: id, kind: 'CORRECTION', amount, payAmount }, correctionByHandText)
  await tx.rows(markComparedSql, [id, revision])
}

const markIdleSql = `
  UPDATE receipt_documents d SET task_at = now() FROM receipts r JOIN charges c ON c.id = r.charge_id
  WHERE r.id = d.receipt_id AND d.kind = 'CORRECTION' AND d.state = 'WAITING' AND d.task_at IS NULL
    AND NOT EXISTS (SELECT FROM connections k WHERE k.kind = d.connection AND k.issues_since IS NOT NULL)
  RETURNING d.receipt_id, d.kind, d.amount, c.pay_amount`

/** Files one task for each correction that can't be sent because its issuer is switched off or not connected. */
async function fileIdleCorrections(tx: Db): Promise<void> {
  for (const correction of await tx.rows<TaskDocument>(markIdleSql))
    await fileDocumentTask(tx, correction, correctionIdleText)
}

// An open task of the receipt says something more urgent, and is not replaced. A correction may have had a task before
// it was issued, because its issuer was switched off.
const markSilentSql = `
  UPDATE receipt_documents d SET task_at = now() FROM receipts r JOIN charges c ON c.id = r.charge_id
  WHERE r.id = d.receipt_id AND d.state = 'ISSUED' AND d.issued_at <= now() - interval '${TAX_OFFICE_CHECK_DAYS} days'
    AND (d.task_at IS NULL OR d.task_at < d.issued_at)
    AND NOT EXISTS (SELECT FROM tasks t
      WHERE t.kind = 'RECEIPT' AND t.ref_type = 'receipt' AND t.ref_id = r.id AND t.resolved_at IS NULL)
  RETURNING d.receipt_id, d.kind, d.amount, c.pay_amount`

/**
 * Files one task for each issued document about which the issuer isn't asked any more, although nobody knows whether
 * the tax office has it.
 */
async function fileSilentDocuments(tx: Db): Promise<void> {
  for (const document of await tx.rows<TaskDocument>(markSilentSql))
    await fileDocumentTask(tx, document, taxOfficeSilentText)
}

// Only documents whose task is still open: by closing it, staff have decided about the document.
const lackingSellerSql = `
  SELECT t.ref_id AS id FROM tasks t JOIN receipt_documents d ON d.receipt_id = t.ref_id AND d.state = 'FAILED'
    JOIN connections k ON k.kind = d.connection AND k.issues_since IS NOT NULL
  WHERE t.kind = 'RECEIPT' AND t.ref_type = 'receipt' AND t.resolved_at IS NULL AND t.detail ->> 'error' = $1
    AND d.error = $1 ORDER BY t.ref_id LIMIT ${MAX_RECEIPTS}`

const retryLackingSellerSql = `
  WITH retried AS (
    UPDATE receipt_documents SET state = 'WAITING', refusals = 0, next_try_at = ${dueAtOnceSql}, error = NULL
    WHERE receipt_id = $1 AND state = 'FAILED' AND error = $2 RETURNING receipt_id, kind
  )
  UPDATE receipts SET status = 'REQUESTED', note = NULL, settled_at = NULL
  WHERE status = 'FAILED' AND id IN (SELECT receipt_id FROM retried WHERE kind = 'ISSUE')`

/**
 * Has the tax invoices sent again that were refused because the shop's name or representative was missing, once both
 * are entered.
 */
async function retryLackingSeller(db: Database): Promise<void> {
  const error = sellerMissing().sentence
  const lacking = await db.rows<{ id: number }>(lackingSellerSql, [error])
  if (lacking.length === 0 || !isCompleteSeller(await readSeller(db))) return
  for (const { id } of lacking)
    await db.transaction(async (tx) => {
      await tx.rows('SELECT FROM receipts WHERE id = $1 FOR UPDATE', [id])
      await tx.rows(retryLackingSellerSql, [id, error])
      await dropTasks(tx, { kinds: ['RECEIPT'], refType: 'receipt', refId: id })
    })
}

/**
 * Plans the missing documents, but sends none. A receipt that an issuer is to issue gets its original document. A
 * receipt whose documents state more than the amount due (paid less paid back) gets a correction. Handles at most 200
 * receipts for each of these two reasons (MAX_RECEIPTS). Files tasks about the corrections that staff have to make,
 * and about issued documents that the tax office may lack.
 */
export async function planDocuments(db: Database): Promise<void> {
  for (const { id } of await db.rows<{ id: number }>(changedIdsSql)) await db.transaction((tx) => planChange(tx, id))
  await db.transaction(fileIdleCorrections)
  await db.transaction(fileSilentDocuments)
  await retryLackingSeller(db)
  await planIssues(db)
}
