import { feeType } from '#lib/charges/labels.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { requestOutsideService } from '#lib/deposits/sources/request-source.ts'
import type { Points } from '#lib/money/points.ts'
import { retainedChargeData } from '#lib/retained-records/retained-data.ts'
import { recipientFieldLabels, TAX_OFFICE_PHONE_NUMBER } from '../labels.ts'
import { documentWithOtherAmount, sellerMissing } from './faults.ts'
import {
  type ClaimedDocument,
  dropCorrection,
  recordFailedAttempt,
  recordIssuedDocument,
  recordTaxOfficeAnswer,
} from './finish-document.ts'
import type { DocumentForm, IssuedDocument, NewCorrection, NewDocument } from './issuer.ts'
import { planDocuments } from './plan-documents.ts'
import { isCompleteSeller, readSeller } from './read-seller.ts'
import { issuerOf } from './registry.ts'
import { CLAIM_SECONDS, correctionSums, documentSumsOf, seoulTimeDigits, TAX_OFFICE_CHECK_DAYS } from './rules.ts'

/** Maximum number of documents that one round sends or asks about at the same time. */
const MAX_AT_ONCE = 5

// The original of a correction is older than the correction: if the tax office rejected it, the document that is issued
// in its place is no original of this correction.
const documentColumns = `d.id, d.receipt_id, d.kind, d.connection, d.key, d.amount, d.state, d.attempts, d.refusals,
  d.created_at, r.fee_type, r.is_mandatory, c.id AS charge_id, c.fee_value, c.pay_amount, c.response_at AS paid_at, k.id AS connection_id,
  CASE WHEN o.id < d.id THEN o.key END AS original_key, o.number AS original_number, o.day AS original_day, o.amount AS original_amount,
  coalesce(o.amount, 0)::bigint - (SELECT coalesce(sum(e.amount), 0)::bigint FROM receipt_documents e
    WHERE e.receipt_id = d.receipt_id AND e.kind = 'CORRECTION' AND e.id < d.id AND e.id > o.id
      AND e.state NOT IN ('REJECTED', 'DROPPED'))
    AS before`

// Claims documents to be sent only for an issuer that an OWNER has switched on. An issuer that is switched off is still
// asked about the documents that it has issued: otherwise nobody would learn that the tax office rejected one. Staff
// who settle a receipt by hand also lock the document's row. A claimed document may have reached the issuer, so staff
// can't settle its receipt any more.
const claimSql = `
  UPDATE receipt_documents d SET attempts = d.attempts + 1, next_try_at = now() + ${CLAIM_SECONDS} * interval '1 second'
  FROM receipts r JOIN charges c ON c.id = r.charge_id LEFT JOIN receipt_documents o
    ON o.receipt_id = r.id AND o.kind = 'ISSUE' AND o.state NOT IN ('REJECTED', 'DROPPED'), connections k
  WHERE r.id = d.receipt_id AND k.kind = d.connection AND d.id IN (
    SELECT x.id FROM receipt_documents x JOIN connections y ON y.kind = x.connection
    WHERE x.next_try_at <= now() AND ((x.state = 'WAITING' AND y.issues_since IS NOT NULL)
      OR (x.state = 'ISSUED' AND x.issued_at > now() - interval '${TAX_OFFICE_CHECK_DAYS} days'))
    ORDER BY x.next_try_at LIMIT ${MAX_AT_ONCE} FOR UPDATE OF x SKIP LOCKED)
  RETURNING ${documentColumns}`

export type ClaimedDocumentRow = ClaimedDocument & {
  connectionId: number
  /** Receipt kind of the charge (docs/contract.md#receipt-kinds). */
  feeType: number
  isMandatory: boolean
  chargeId: number
  /** Details of the recipient, by field, as the member entered them; none if he has deleted his account. */
  feeValue: Record<string, string>
  paidAt: Date
  /** For a correction: the key of its original; null if the tax office rejected the original. */
  originalKey: string | null
  originalNumber: string | null
  originalDay: string | null
  originalAmount: Points | null
  /** For a correction: the amount of the original less its earlier corrections. */
  before: Points
}

const formOf = (receiptKind: number): DocumentForm => (receiptKind === feeType.FEE ? 'INVOICE' : 'CASH')

/**
 * Details of a receipt's recipient. Those of a deleted member are read from the retained records: a receipt must be
 * issued, and an invoice taken back, after he has left too.
 */
async function recipientOf(
  db: Db,
  { isMandatory, feeValue, chargeId }: ClaimedDocumentRow,
): Promise<NewDocument['recipient']> {
  if (isMandatory) return { phone: TAX_OFFICE_PHONE_NUMBER }
  if (Object.keys(feeValue).length > 0) return feeValue
  const retained = (await retainedChargeData(db, chargeId)) ?? {}
  const fields = Object.keys(recipientFieldLabels).filter((field) => typeof retained[field] === 'string')
  return Object.fromEntries(fields.map((field) => [field, String(retained[field])]))
}

/** The parties of a document: the shop, and who gets the receipt. */
type Parties = Pick<NewDocument, 'seller' | 'recipient'>

const newDocumentOf = (row: ClaimedDocumentRow, parties: Parties): NewDocument => ({
  key: row.key,
  form: formOf(row.feeType),
  sums: row.kind === 'ISSUE' ? documentSumsOf(row.amount) : correctionSums(row.before, row.amount),
  paidAt: seoulTimeDigits(row.paidAt),
  ...parties,
})

const newCorrectionOf = (row: ClaimedDocumentRow, parties: Parties): NewCorrection => ({
  ...newDocumentOf(row, parties),
  correctedOn: seoulTimeDigits(row.createdAt).slice(0, 8),
  original: { key: row.originalKey ?? '', number: row.originalNumber ?? '', day: row.originalDay ?? '' },
  isWhole: row.amount === row.originalAmount,
})

/** True for a correction whose original the tax office has rejected, so that nothing is left to take back. */
const hasLostOriginal = ({ kind, originalKey }: ClaimedDocumentRow): boolean =>
  kind === 'CORRECTION' && originalKey === null

/**
 * Sends a document. From the second attempt on, first asks the issuer whether it has the document, because the response
 * to an earlier attempt may have been lost. A correction whose original the tax office has rejected meanwhile is
 * dropped, unless the issuer has it already.
 */
async function sendDocument(db: Database, row: ClaimedDocumentRow): Promise<void> {
  if (hasLostOriginal(row) && row.attempts === 1) return dropCorrection(db, row)
  const parties = { seller: await readSeller(db), recipient: await recipientOf(db, row) }
  const { seller } = parties
  const documentId = { form: formOf(row.feeType), key: row.key }
  const outcome = await requestOutsideService(
    db,
    row.connection,
    async (connection): Promise<IssuedDocument | null> => {
      const issuer = issuerOf(row.connection)
      const existing = row.attempts > 1 ? await issuer.ask(connection, documentId) : null
      if (!existing && hasLostOriginal(row)) return null
      if (!existing && documentId.form === 'INVOICE' && !isCompleteSeller(seller)) throw sellerMissing()
      const issued =
        existing ??
        (row.kind === 'ISSUE'
          ? await issuer.issue(connection, newDocumentOf(row, parties))
          : await issuer.correct(connection, newCorrectionOf(row, parties)))
      if (BigInt(issued.total) * 100n !== row.amount) throw documentWithOtherAmount()
      return issued
    },
  )
  if (outcome.is === 'FAILED') await recordFailedAttempt(db, row, outcome.error)
  else if (outcome.value) await recordIssuedDocument(db, row, outcome.value)
  else await dropCorrection(db, row)
}

/** Asks the issuer whether the tax office has an issued document. */
async function askFiling(db: Database, row: ClaimedDocumentRow): Promise<void> {
  const documentId = { form: formOf(row.feeType), key: row.key }
  const outcome = await requestOutsideService(db, row.connection, (connection) =>
    issuerOf(row.connection).ask(connection, documentId),
  )
  await recordTaxOfficeAnswer(db, row, outcome.is === 'DONE' ? outcome.value : null)
}

/**
 * Plans missing documents and corrections. Then sends the documents that are due through the issuer that an OWNER
 * switched on, and asks the issuers about issued documents: at most five documents in one call (MAX_AT_ONCE). Several
 * workers may run it at the same time: a document belongs to one of them until its claim ends. Returns the number of
 * documents that were sent or asked about.
 */
export async function sendDocuments(db: Database): Promise<number> {
  await planDocuments(db)
  const claimed = await db.rows<ClaimedDocumentRow>(claimSql)
  await Promise.all(claimed.map((row) => (row.state === 'WAITING' ? sendDocument(db, row) : askFiling(db, row))))
  return claimed.length
}
