import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { feeType, refundStatus } from '#lib/charges/labels.ts'
import { parseSearchedAmount, plainNumber } from '#lib/charges/rules.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import {
  byColumn,
  daysCondition,
  firstInSpan,
  idAndSortKey,
  type ListKeys,
  type ListSpan,
  listPage,
  orderBy,
  spanCondition,
  statusCondition,
} from '#lib/core/keyset.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { containsPattern, prefixBounds } from '#lib/core/search.ts'
import { matchesManyMembers, rowIdsOfMembersSql } from '#lib/members/queries.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { isBeingSentSql } from './being-sent.ts'
import { type OpenDocumentState, TAX_OFFICE_PHONE_NUMBER } from './labels.ts'
import { receiptAmountDue, requestedReceipt, splitIntoSupplyAndTax } from './rules.ts'
import type { ReceiptDocument, ReceiptRow, receiptQuery } from './schema.ts'

type ComputedField =
  | 'payAmount'
  | 'paidBack'
  | 'byHandSum'
  | 'supply'
  | 'tax'
  | 'createdAt'
  | 'settledAt'
  | 'reversedAt'
  | 'documents'

type Row = Omit<ReceiptRow, ComputedField> &
  Record<'settledAt' | 'reversedAt', Date | null> &
  Record<'payAmount' | 'paidBack', Points> & { byHandSum: Points | null; createdAt: Date }

/** SQL expression: the part of the charge `c` that was paid back in cash, in hundredths of a won. */
export const paidBackSql = `(SELECT coalesce(sum(p.point), 0)::bigint FROM refund_request_charges p
  JOIN refund_requests q ON q.id = p.refund_id WHERE p.charge_id = c.id AND q.status = ${refundStatus.PAID})`

/**
 * SQL expression: amount that the receipt of the charge `c` should state, computed like `receiptAmountDue` of rules.ts.
 */
export const receiptAmountDueSql = `(CASE WHEN c.reversed_at IS NULL THEN greatest(c.pay_amount - ${paidBackSql}, 0) / 100 * 100 ELSE 0 END)`

const columns =
  raw(`r.id, r.charge_id, c.member_id AS member_no, m.login_id AS member_id, c.name, r.fee_type, r.is_mandatory,
  CASE WHEN r.is_mandatory THEN jsonb_build_object('phone', '${TAX_OFFICE_PHONE_NUMBER}') ELSE c.fee_value END AS fee_value,
  c.pay_amount, ${paidBackSql} AS paid_back, r.by_hand_sum, r.status, r.note, r.created_at, r.settled_at, s.login_id AS settled_by, c.reversed_at`)

const receiptsWithMembers = raw(`receipts r JOIN charges c ON c.id = r.charge_id JOIN members m ON m.id = c.member_id
  LEFT JOIN members s ON s.id = r.settled_by`)

/** Which receipts a search may return: those that fulfil the list's filter `where`, in this span of the list. */
type SearchedRows = { where: Sql; span: ListSpan }

/**
 * SQL for the receipts whose charge matches `condition`. OFFSET 0 makes the planner look up the receipt of each charge
 * instead of scanning all receipts.
 */
const receiptsOfChargesSql = (condition: Sql, { where, span }: SearchedRows) => sql`
  (SELECT ${idAndSortKey(span)} FROM (SELECT id FROM charges WHERE ${condition} OFFSET 0) c,
    LATERAL (SELECT * FROM receipts WHERE charge_id = c.id OFFSET 0) f WHERE ${firstInSpan(where, span)})`

/**
 * Number of receipts, from the start of a page, that `receiptsOfManyChargesSql` checks before it reads all charges that
 * match.
 */
const RECEIPTS_CHECKED_FIRST = 1_000

/**
 * Like `receiptsOfChargesSql`, for a condition that very many charges may match, such as a common name. First checks
 * only the first RECEIPTS_CHECKED_FIRST receipts of the list. If those that match don't fill a page, reads the receipts
 * of all charges that match. A query that counts matches (`span.counted`) skips the first step and stops at
 * `span.limit` rows.
 */
function receiptsOfManyChargesSql(condition: Sql, { where, span }: SearchedRows): Sql {
  const [columns, order] = [idAndSortKey(span), orderBy(span.order, 'f')]
  const all = sql`SELECT ${columns} FROM (SELECT id FROM charges WHERE ${condition} OFFSET 0) c,
    LATERAL (SELECT * FROM receipts WHERE charge_id = c.id OFFSET 0) f WHERE ${spanCondition(where, span)}`
  if (span.counted) return sql`(${all} LIMIT ${span.limit})`
  return sql`(WITH found AS MATERIALIZED (
      SELECT ${columns} FROM (SELECT f.* FROM receipts f WHERE ${spanCondition(where, span)} ORDER BY ${order} LIMIT ${RECEIPTS_CHECKED_FIRST}) f,
        LATERAL (SELECT FROM charges WHERE id = f.charge_id AND ${condition} OFFSET 0) c ORDER BY ${order} LIMIT ${span.limit}
    ), is_full AS MATERIALIZED (SELECT count(*) = ${span.limit} AS yes FROM found)
    SELECT * FROM found UNION ALL (${all} AND NOT (SELECT yes FROM is_full) ORDER BY ${order} LIMIT ${span.limit}))`
}

const isInvoice = raw(`fee_type = ${feeType.FEE}`)

// SQL for the receipts that a search finds: by depositor's name, amount, login id (`byLoginId` is the SQL for receipts
// found by it), company or business number. The company's name must begin with the text; the name on a receipt that
// still has to be issued may contain the text anywhere.
function searchBranches(text: string, rows: SearchedRows, byLoginId: Sql): Sql {
  const name = normalName(text)
  const [from, to] = prefixBounds(name)
  const [first, last] = prefixBounds(text)
  return sql`
  ${receiptsOfManyChargesSql(sql`normal_name ~>=~ ${from} AND normal_name ~<~ ${to} AND ${name}::text <> ''`, rows)}
  UNION ${receiptsOfManyChargesSql(sql`pay_amount = ${parseSearchedAmount(text)}::bigint`, rows)}
  UNION (${byLoginId})
  UNION ${receiptsOfChargesSql(sql`${isInvoice} AND fee_value ->> 'company' ~>=~ ${first} AND fee_value ->> 'company' ~<~ ${last}`, rows)}
  UNION ${receiptsOfChargesSql(sql`${isInvoice} AND fee_value ->> 'businessNumber' = ${plainNumber(text)}`, rows)}
  UNION (SELECT ${idAndSortKey(rows.span)} FROM (SELECT * FROM receipts WHERE status = 'REQUESTED' OFFSET 0) f,
      LATERAL (SELECT fee_value FROM charges WHERE id = f.charge_id OFFSET 0) c
    WHERE c.fee_value ->> 'company' LIKE ${containsPattern(text)} AND ${firstInSpan(rows.where, rows.span)})`
}

const receiptKeys: ListKeys = { table: 'receipts', time: byColumn('created_at'), sorts: {} }

type ReceiptFilter = Pick<z.output<typeof receiptQuery>, 'status' | 'kind' | 'document' | 'q' | 'from' | 'to'>

// SQL for the ids of the receipts with a document in this state. Indexes contain the few waiting documents and open
// corrections. A receipt that an issuer failed to issue is FAILED itself.
const receiptIdsByDocumentSql: Record<OpenDocumentState, string> = {
  WAITING: "SELECT receipt_id FROM receipt_documents WHERE state = 'WAITING'",
  FAILED: `
    SELECT receipt_id FROM receipt_documents WHERE kind = 'CORRECTION' AND state IN ('WAITING', 'FAILED') AND state = 'FAILED'
    UNION ALL
    SELECT d.receipt_id FROM receipts r JOIN receipt_documents d ON d.receipt_id = r.id
    WHERE r.status = 'FAILED' AND d.kind = 'ISSUE' AND d.state = 'FAILED'`,
}

/** SQL condition: receipt `f` has a document in this state. True for all receipts without a state. */
const documentCondition = (state: OpenDocumentState | undefined): Sql =>
  state === undefined ? raw('true') : raw(`f.id = ANY (ARRAY(${receiptIdsByDocumentSql[state]}))`)

/**
 * Returns a function that makes SQL for the ids of the receipts that a filter selects, in a span of the list: the span
 * of the page to show, or the span to count.
 */
async function receiptIdsFor(
  db: Db,
  { status, kind, document, q, ...days }: ReceiptFilter,
): Promise<(span: ListSpan) => Sql> {
  const text = q.trim()
  const where = sql`${statusCondition(status)} AND (${kind}::int IS NULL OR f.fee_type = ${kind})
    AND ${documentCondition(document)} AND ${daysCondition(receiptKeys, days)}`
  if (text === '') return (span) => sql`SELECT ${idAndSortKey(span)} FROM receipts f WHERE ${firstInSpan(where, span)}`
  const member = text.toLowerCase()
  const matchesMany = await matchesManyMembers(db, member)
  return (span) => {
    const byLoginId = rowIdsOfMembersSql({ keys: receiptKeys, wanted: days, matchesMany, text: member, where, span })
    return searchBranches(text, { where, span }, byLoginId)
  }
}

type DocumentRow = Omit<ReceiptDocument, 'amount' | 'createdAt' | 'issuedAt'> & {
  receiptId: number
  amount: Points
  createdAt: Date
  issuedAt: Date | null
}

/** Documents of these receipts, by receipt id. Documents that will not be issued any more (DROPPED) are left out. */
async function documentsOf(db: Db, receiptIds: readonly number[]): Promise<Map<number, ReceiptDocument[]>> {
  const rows = await db.rows<DocumentRow>(
    `SELECT receipt_id, id, kind, state, amount, number, error, ${isBeingSentSql('receipt_documents')} AS is_sent, created_at, issued_at
     FROM receipt_documents
     WHERE receipt_id = ANY ($1::int[]) AND state <> 'DROPPED' ORDER BY id`,
    [receiptIds],
  )
  const documents = new Map<number, ReceiptDocument[]>()
  for (const { receiptId, amount, createdAt, issuedAt, ...row } of rows) {
    const document = {
      ...row,
      amount: pointsToNumber(amount),
      createdAt: createdAt.toISOString(),
      issuedAt: issuedAt?.toISOString() ?? null,
    }
    documents.set(receiptId, [...(documents.get(receiptId) ?? []), document])
  }
  return documents
}

function toRow(row: Row): Omit<ReceiptRow, 'documents'> {
  const { supply, tax } = splitIntoSupplyAndTax(receiptAmountDue({ ...row, isReversed: false }))
  return {
    ...row,
    payAmount: pointsToNumber(row.payAmount),
    paidBack: pointsToNumber(row.paidBack),
    supply: pointsToNumber(supply),
    tax: pointsToNumber(tax),
    byHandSum: row.byHandSum === null ? null : pointsToNumber(row.byHandSum),
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    reversedAt: row.reversedAt?.toISOString() ?? null,
  }
}

/** One page of cash receipts and tax invoices for staff, newest first, by keyset (docs/contract.md#staff-lists). */
export async function receiptsForStaff(db: Db, wanted: z.output<typeof receiptQuery>) {
  const ids = await receiptIdsFor(db, wanted)
  const page = await listPage(
    db,
    { keys: receiptKeys, wanted, ids, alias: 'r' },
    (rowsOfPage) => db.rows<Row>(sql`SELECT ${columns} FROM ${receiptsWithMembers} WHERE ${rowsOfPage}`),
    toRow,
  )
  const documents = await documentsOf(
    db,
    page.rows.map(({ id }) => id),
  )
  return { ...page, rows: page.rows.map((row): ReceiptRow => ({ ...row, documents: documents.get(row.id) ?? [] })) }
}

/** The receipt with this id, for staff; null if there is none. */
export async function receiptById(db: Db, id: number): Promise<ReceiptRow | null> {
  const [row] = await db.rows<Row>(sql`SELECT ${columns} FROM ${receiptsWithMembers} WHERE r.id = ${id}`)
  return row ? { ...toRow(row), documents: (await documentsOf(db, [id])).get(id) ?? [] } : null
}

/** True if an issuer has issued or is to issue a receipt, so that the list's filter by documents can find something. */
export async function hasReceiptDocuments(db: Db): Promise<boolean> {
  return (await db.rows('SELECT FROM receipt_documents LIMIT 1')).length > 0
}

/** Number of receipts that still have to be issued. */
export const countOpenReceipts = (db: Db): Promise<{ count: number }> =>
  oneRow(db, `SELECT count(*)::int AS count FROM receipts WHERE ${requestedReceipt.sql()}`)

/**
 * Ids of the charges of a member, of the last 3 months, whose receipt couldn't be issued. He asked for the receipt, and
 * there is still an amount to state.
 */
export async function chargesWithFailedReceipt(db: Db, memberId: number): Promise<number[]> {
  const rows = await db.rows<{ chargeId: number }>(
    `SELECT r.charge_id FROM receipts r JOIN charges c ON c.id = r.charge_id
     WHERE r.member_id = $1 AND r.status = 'FAILED' AND NOT r.is_mandatory AND ${receiptAmountDueSql} > 0
       AND c.created_at > now() - interval '3 months'
     ORDER BY r.id DESC`,
    [memberId],
  )
  return rows.map(({ chargeId }) => chargeId)
}
