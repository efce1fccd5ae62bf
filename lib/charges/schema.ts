import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { formLine, formNumber, withRules } from '#lib/core/field-errors.ts'
import { dayFields, sortField } from '#lib/core/list-query.ts'
import { optionalText, text } from '#lib/core/text.ts'
import { cashReceiptRules, taxInvoiceRules } from './errors.ts'
import { feeType } from './labels.ts'
import { plainNumber } from './rules.ts'

const MAX_NAME_LENGTH = 50

/** Most characters of a field of a receipt or refund that are read; the rules refuse longer ones with a message. */
const MAX_LINE_LENGTH = 254
const lineText = formLine(MAX_LINE_LENGTH)

/** Details of a cash receipt (docs/contract.md#receipt-kinds). */
export const cashReceipt = z
  .object({ phone: lineText })
  .superRefine(withRules(cashReceiptRules))
  .transform(({ phone }) => ({ phone: plainNumber(phone) }))

/** Details of a tax invoice (docs/contract.md#receipt-kinds). */
export const taxInvoice = z
  .object({
    company: lineText,
    businessNumber: lineText,
    leader: lineText,
    phone: lineText,
    jobType: lineText,
    jobType2: lineText,
    address: lineText,
    email: lineText,
  })
  .superRefine(withRules(taxInvoiceRules))
  .transform((invoice) => ({ ...invoice, businessNumber: plainNumber(invoice.businessNumber) }))

const depositorName = optionalText(MAX_NAME_LENGTH).refine((name) => !/\p{Cc}/u.test(name))

const commonFields = { name: depositorName, point: formNumber.pipe(z.number().int().min(0).max(100_000_000)) }

/**
 * feeType determines the shape of feeValue (docs/contract.md#receipt-kinds); without a feeType no receipt is requested.
 */
export const chargeInput = z.preprocess(
  (value) =>
    isObject(value) ? { ...value, feeType: value.feeType ?? feeType.NONE, feeValue: value.feeValue ?? {} } : value,
  z.discriminatedUnion('feeType', [
    z.object({ ...commonFields, feeType: z.literal(feeType.NONE), feeValue: z.object({}) }),
    z.object({ ...commonFields, feeType: z.literal(feeType.CASH), feeValue: cashReceipt }),
    z.object({ ...commonFields, feeType: z.literal(feeType.FEE), feeValue: taxInvoice }),
  ]),
)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type ChargeInput = z.output<typeof chargeInput>

export const bank = z.object({
  name: z.string(),
  displayText: z.string(),
  accountNumber: z.string(),
  bankingCode: z.string(),
})

export type Bank = z.output<typeof bank>

export const requestedCharge = z.object({
  id: z.number().int(),
  point: z.number(),
  payAmount: z.number(),
  name: z.string(),
  feeType: z.number().int(),
  status: z.number().int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  bank,
})

export type RequestedCharge = z.output<typeof requestedCharge>

export const chargeRow = z.object({
  id: z.number().int(),
  createdAt: z.iso.datetime(),
  point: z.number(),
  payAmount: z.number(),
  name: z.string(),
  feeType: z.number().int(),
  status: z.number().int(),
  outcome: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  responseAt: z.iso.datetime().nullable(),
  /** Points debited by a reversal, and its time; null if it wasn't reversed. */
  reversed: z.number().nullable(),
  reversedAt: z.iso.datetime().nullable(),
  /** Points of this charge that paid debts of earlier reversals. */
  debtPaid: z.number(),
})

export type ChargeRow = z.output<typeof chargeRow>

export const chargeHistoryQuery = z.object({
  status: z.coerce.number().int().min(0).max(2).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(1_000).default(1_000),
})

/** Query of the two staff lists in this file: status (0 to 2 in both), search text, and page. */
const staffListQuery = {
  ...dayFields,
  status: z.coerce.number().int().min(0).max(2).optional(),
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().optional(),
}

export const adminChargeQuery = z.object({ ...staffListQuery, sort: sortField('createdAt', 'payAmount') })
export const adminRefundQuery = z.object(staffListQuery)

export const adminChargeRow = chargeRow.extend({
  memberNo: z.number().int(),
  memberId: z.string(),
  feeValue: z.record(z.string(), z.string()),
  reason: z.string().nullable(),
})

export type AdminChargeRow = z.output<typeof adminChargeRow>

export const adminCharges = z.object({
  rows: z.array(adminChargeRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})

export const settledCharge = z.object({ id: z.number().int(), status: z.number().int(), point: z.number() })

/** If `approval` is set, the charge waits for a second person and is unchanged. */
export const approvedCharge = settledCharge.extend({ approval: askedApproval.optional() })

export type ApprovedCharge = z.output<typeof approvedCharge>

/** `missing` points had already been spent; they are now a debt, which later credits pay first. */
export const reversedCharge = settledCharge.extend({ reversed: z.number(), missing: z.number() })

export const reasonInput = z.object({ reason: optionalText(500) })

export const refundInput = z.object({
  point: z
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .nullish()
    .transform((point) => point ?? null),
  email: lineText,
  name: lineText,
  bank: lineText,
  account: lineText.transform(plainNumber),
})

export type RefundInput = z.output<typeof refundInput>

/** A refund request as shown to its member; `account` has only the last four digits. */
export const refundRow = z.object({
  id: z.number().int(),
  createdAt: z.iso.datetime(),
  point: z.number(),
  status: z.number().int(),
  bank: z.string(),
  account: z.string(),
  name: z.string(),
  reason: z.string().nullable(),
  responseAt: z.iso.datetime().nullable(),
})

export type RefundRow = z.output<typeof refundRow>

/** A charge covered by a refund request, as shown to staff. */
export const coveredCharge = z.object({
  id: z.int(),
  /** Points to refund from this charge; `chargePoint` is the size of the charge. */
  point: z.number(),
  chargePoint: z.number(),
  funding: z.enum(['AUTHENTICATED', 'CONFIRMED', 'UNCONFIRMED']),
  depositors: z.array(z.string()),
  /** Login ids of the staff who credited it; `confirmedBy` is the login id of the second person, or null. */
  creditedBy: z.array(z.string()),
  confirmedBy: z.string().nullable(),
  reversed: z.boolean(),
})

export type CoveredChargeRow = z.output<typeof coveredCharge>

export const adminRefundRow = refundRow.extend({
  memberNo: z.number().int(),
  memberId: z.string(),
  email: z.string(),
  charges: z.array(coveredCharge),
  /** True if the account holder's name differs from a depositor's. */
  nameDiffers: z.boolean(),
  /** Conditions of a pay-out for the staff member who reads the list; all false for a settled request. */
  needs: z.object({ other: z.boolean(), bankCheck: z.boolean(), reason: z.boolean(), password: z.boolean() }),
})

export type AdminRefundRow = z.output<typeof adminRefundRow>

export const adminRefunds = z.object({
  rows: z.array(adminRefundRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})

/**
 * `status` 1 pays out, 2 rejects. A reason is required to reject, and to pay out to another name than the depositor's.
 * `bankChecked`: the payer has checked at the bank the deposits that only one person confirmed.
 */
export const refundVerdict = reasonInput.extend({
  status: z.union([z.literal(1), z.literal(2)]),
  bankChecked: z
    .boolean()
    .nullish()
    .transform((checked) => checked ?? false),
})

export const settledRefund = z.object({
  id: z.number().int(),
  status: z.number().int(),
  point: z.number(),
  approval: askedApproval.optional(),
})

export type SettledRefund = z.output<typeof settledRefund>
