import { z } from 'zod'
import { cursorField, dayFields } from '#lib/core/list-query.ts'
import { optionalText, text, textParsedBy } from '#lib/core/text.ts'
import { documentKinds, documentStates, openDocumentStates, receiptStatuses } from './labels.ts'

/** Maximum amount of a receipt, in won. */
const MAX_SUM = 1_000_000_000_000

export const receiptQuery = z.object({
  ...dayFields,
  status: z.enum(receiptStatuses).optional(),
  /** 0 selects cash receipts, 1 tax invoices. */
  kind: z.coerce.number().int().min(0).max(1).optional(),
  /** Selects the receipts with a document that an issuer still has to issue, or that it failed to issue. */
  document: z.enum(openDocumentStates).optional(),
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

/** A document that an issuer (a connected service, such as Popbill) issues for a receipt. */
export const receiptDocument = z.object({
  id: z.int(),
  kind: z.enum(documentKinds),
  state: z.enum(documentStates),
  /** Amount that the document issues or takes back, in won. */
  amount: z.number(),
  /**
   * Number that the tax office gave the document. Null until the document is issued; '' until the issuer has received
   * the number.
   */
  number: z.string().nullable(),
  error: z.string().nullable(),
  /** True if the issuer may have received the document, or may be receiving it now (`isBeingSentSql`). */
  isSent: z.boolean(),
  createdAt: z.iso.datetime(),
  issuedAt: z.iso.datetime().nullable(),
})

export type ReceiptDocument = z.output<typeof receiptDocument>

export const receiptRow = z.object({
  id: z.int(),
  chargeId: z.int(),
  /** Id of the member. */
  memberNo: z.int(),
  /** Login id of the member. */
  memberId: z.string(),
  /** Depositor name of the charge. */
  name: z.string(),
  /** Kind of the receipt: 0 cash receipt, 1 tax invoice. */
  feeType: z.int(),
  /** True for a cash receipt that the member didn't ask for. It is issued to the tax office's own number. */
  isMandatory: z.boolean(),
  /**
   * Details of the recipient, by field, as the member entered them; for a mandatory receipt, the tax office's own
   * number.
   */
  feeValue: z.record(z.string(), z.string()),
  /** Amount that the member paid, in won. */
  payAmount: z.number(),
  /** Part of `payAmount` that was paid back to the member in cash, in won. */
  paidBack: z.number(),
  /**
   * Supply value and tax that the receipt should state, in won. Together they are `payAmount` less `paidBack`, in whole
   * won, even if the charge was reversed.
   */
  supply: z.number(),
  tax: z.number(),
  /**
   * Amount that staff issued outside the shop, less what they have taken back there, in won; null if staff didn't issue
   * the receipt, or the amount isn't known.
   */
  byHandSum: z.number().nullable(),
  status: z.enum(receiptStatuses),
  /** Why the receipt couldn't be issued, or another remark of staff. */
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  /** Login id of the staff member who set the status; null while it is REQUESTED, or if the shop set it. */
  settledBy: z.string().nullable(),
  /**
   * When the receipt's charge was reversed; null if it wasn't. Staff must withdraw an issued receipt of a reversed
   * charge.
   */
  reversedAt: z.iso.datetime().nullable(),
  /** Documents that an issuer issues for the receipt, oldest first; empty if staff issue the receipt. */
  documents: z.array(receiptDocument),
})

export type ReceiptRow = z.output<typeof receiptRow>

export const receiptRows = z.object({ rows: z.array(receiptRow), nextCursor: z.int().nullable(), total: z.int() })

/**
 * A new status for a receipt. `from` is the status that the staff member saw: the change is refused if the status has
 * changed since. `sum` belongs to the status ISSUED: the amount (`supply` and `tax` together) that he saw and issued
 * the receipt for; if absent, the amount due now. FAILED needs a note.
 */
export const receiptChange = z.object({
  status: z.enum(receiptStatuses),
  note: optionalText(500),
  from: z.enum(receiptStatuses).nullish(),
  sum: z.int().min(0).max(MAX_SUM).nullish(),
})

export type ReceiptChange = z.output<typeof receiptChange>

/**
 * Decision of staff about a correction: send it again (RETRY), or record that they made it outside the shop (BY_HAND).
 */
export const correctionChange = z.object({ action: z.enum(['RETRY', 'BY_HAND']), note: optionalText(500) })

/** A month in Seoul, and the format of its file. */
export const monthFileQuery = z.object({
  month: textParsedBy(7, z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  form: z.enum(['csv', 'xlsx']).default('xlsx'),
})
