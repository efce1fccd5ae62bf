import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { chargeStatus, refundStatus } from '#lib/charges/labels.ts'
import { csvHeadingLine, csvLine } from '#lib/core/csv.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import { type SheetCell, writeXlsx } from '#lib/core/write-xlsx.ts'
import { monthFileTooLarge } from './errors.ts'
import {
  monthFileTexts,
  type ReceiptStatus,
  receiptStatusLabels,
  saleChangeLabels,
  saleKindLabels,
  saleKinds,
} from './labels.ts'
import { makeSaleLines, type SaleEvent, type SaleLine, type SoldCharge } from './month-sales.ts'

/** Maximum number of events that are read for the file of a month. Earlier events of the same charges count too. */
const MAX_EVENTS = 100_000

// Selects the charges with an event in the month from $1 to $2, and of these charges all events until the end of the
// month. When points of a card charge are cancelled, they are taken from the balance; points that the balance lacks
// become a debt. So the cancelled amount is the sum of the points taken from the balance and of the debt.
const eventsSql = `
  WITH events AS (
    SELECT id AS charge_id, response_at AS at, 'CREDIT' AS change, pay_amount AS amount FROM charges
      WHERE status = ${chargeStatus.SUCCESS}
    UNION ALL SELECT x.charge_id, r.response_at, 'REFUND', -x.point FROM refund_requests r
      JOIN refund_request_charges x ON x.refund_id = r.id WHERE r.status = ${refundStatus.PAID}
    UNION ALL SELECT id, reversed_at, 'REVERSAL', 0 FROM charges WHERE method = 'TRANSFER' AND reversed_at IS NOT NULL
    UNION ALL SELECT c.id, e.created_at, 'CARD_RETURN', e.delta FROM charges c
      JOIN point_entries e ON e.member_id = c.member_id AND e.kind = 'CHARGE_REVERSAL' AND e.ref_type = 'charge' AND e.ref_id = c.id
      WHERE c.method = 'CARD'
    UNION ALL SELECT c.id, d.created_at, 'CARD_RETURN', -d.amount FROM charges c
      JOIN debts d ON d.charge_id = c.id AND d.cause = 'REVERSAL' WHERE c.method = 'CARD'
  )
  SELECT charge_id, at, change, amount::bigint AS amount FROM events
  WHERE at < $2::timestamptz
    AND charge_id IN (SELECT charge_id FROM events WHERE at >= $1::timestamptz AND at < $2::timestamptz)
  ORDER BY charge_id, at, change LIMIT ${MAX_EVENTS + 1}`

// A charge whose names are erased has its member's login id instead: 탈퇴 회원 and a number if he has left.
const chargesSql = `
  SELECT c.id, coalesce(nullif(c.name, ''), m.login_id) AS name, c.method, c.fee_value, f.fee_type, f.is_mandatory, f.status, d.number
  FROM charges c JOIN members m ON m.id = c.member_id LEFT JOIN receipts f ON f.charge_id = c.id
    LEFT JOIN LATERAL (SELECT number FROM receipt_documents WHERE receipt_id = f.id AND kind = 'ISSUE' AND state IN ('ISSUED', 'FILED')
      ORDER BY id DESC LIMIT 1) d ON true
  WHERE c.id = ANY ($1::int[])`

type StoredCharge = {
  id: number
  /** Depositor name, or the member's login id if the names of the charge are erased. */
  name: string
  method: string
  /** Details of the receipt's recipient, by field, as the member entered them. */
  feeValue: Record<string, string>
  /** Kind of the receipt: 0 cash receipt, 1 tax invoice. This and the following fields are null without a receipt. */
  feeType: number | null
  isMandatory: boolean | null
  status: ReceiptStatus | null
  /** Number that the tax office gave the issued receipt. */
  number: string | null
}

function toSoldCharge({ name, method, feeValue, feeType, isMandatory, status, number }: StoredCharge): SoldCharge {
  const receipt = feeType === 1 ? 'INVOICE' : feeType === 0 ? (isMandatory ? 'MANDATORY' : 'CASH') : 'NONE'
  return {
    kind: method === 'CARD' ? 'CARD' : receipt,
    name: feeValue.company ?? name,
    businessNumber: feeValue.businessNumber ?? '',
    receiptStatus: status === null ? '' : receiptStatusLabels[status],
    number: number ?? '',
  }
}

/** Start of a month (`YYYY-MM`) in Seoul, and start of the month after it. */
function boundsOf(month: string): [Date, Date] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const startOf = (monthIndex: number) => new Date(Date.UTC(year, monthIndex, 1) - 9 * 3_600_000)
  return [startOf(number - 1), startOf(number)]
}

async function monthLines(db: Db, month: string): Promise<SaleLine[]> {
  const bounds = boundsOf(month)
  const events = await db.rows<SaleEvent>(eventsSql, bounds)
  if (events.length > MAX_EVENTS) throw monthFileTooLarge()
  const ids = [...new Set(events.map(({ chargeId }) => chargeId))]
  const charges = await db.rows<StoredCharge>(chargesSql, [ids])
  return makeSaleLines(events, new Map(charges.map((charge) => [charge.id, toSoldCharge(charge)])), bounds[0])
}

const cellsOf = (line: SaleLine): SheetCell[] => [
  seoulDay(line.at),
  saleKindLabels[line.kind],
  saleChangeLabels[line.change],
  line.total,
  line.supply,
  line.tax,
  line.name,
  line.businessNumber,
  line.receiptStatus,
  line.number,
  line.chargeId,
]

/** Cells of a line with the totals of `lines`. */
function sumCells(lines: readonly SaleLine[], label: string): SheetCell[] {
  const sumOf = (field: 'total' | 'supply' | 'tax') => lines.reduce((sum, line) => sum + line[field], 0)
  const count = `${lines.length}건`
  return [monthFileTexts.sum, label, count, sumOf('total'), sumOf('supply'), sumOf('tax'), '', '', '', '', '']
}

function sheetOf(lines: readonly SaleLine[]): SheetCell[][] {
  const sums = saleKinds.flatMap((kind) => {
    const linesOfKind = lines.filter((line) => line.kind === kind)
    return linesOfKind.length > 0 ? [sumCells(linesOfKind, saleKindLabels[kind])] : []
  })
  return [
    [monthFileTexts.supplyTime],
    [...monthFileTexts.heads],
    ...lines.map(cellsOf),
    ...sums,
    sumCells(lines, '전체'),
  ]
}

function asCsv(sheet: readonly SheetCell[][]): Buffer {
  const [firstRow = [], ...otherRows] = sheet
  const heads = Object.fromEntries(
    monthFileTexts.heads.map((_, at) => [String(at), at === 0 ? String(firstRow[0]) : '']),
  )
  const rows = otherRows.map((cells) => csvLine(heads, Object.fromEntries(cells.map((cell, at) => [String(at), cell]))))
  return Buffer.from(csvHeadingLine(heads) + rows.join(''))
}

type MonthFile = { month: string; form: 'csv' | 'xlsx' }

/**
 * Writes a file with a month's sales for an accountant: a line per event with supply value and tax, and the totals by
 * kind of receipt (docs/contract.md#a-months-sales). Records each download in the audit trail.
 * @throws BAD_INPUT the month has too many events
 */
export async function writeMonthFile(db: Database, actor: StaffActor, { month, form }: MonthFile): Promise<Buffer> {
  const sheet = sheetOf(await monthLines(db, month))
  await recordAudit(db, actor, {
    action: 'books.download',
    subjectType: 'books',
    subjectId: month,
    after: { month, form },
  })
  return form === 'xlsx' ? writeXlsx(month, sheet) : asCsv(sheet)
}
