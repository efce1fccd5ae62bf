import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { formLine, formNumber, withRules } from '#lib/core/form-fields.ts'
import { cursorField, dayFields, sortField } from '#lib/core/list-query.ts'
import { optionalText, text } from '#lib/core/text.ts'
import { cashReceiptRules, chargeRules, taxInvoiceRules } from './errors.ts'
import { chargeMethods, feeType, transferStates } from './labels.ts'
import { plainNumber } from './rules.ts'

/** Maximum number of characters of a depositor's name. */
const MAX_NAME_LENGTH = 50

/**
 * Maximum number of characters of a text in a receipt's details or a cash refund request. `formLine` cuts a longer text
 * to one character more than this. The form's rules allow at most this maximum, so they refuse the cut text with their
 * own message.
 */
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
    /** Name of the company. */
    company: lineText,
    businessNumber: lineText,
    /** Name of the company's representative. */
    leader: lineText,
    phone: lineText,
    /** 업태: kind of business, such as 서비스업. */
    jobType: lineText,
    /** 종목: what the business deals in, such as 광고대행. */
    jobType2: lineText,
    address: lineText,
    email: lineText,
  })
  .superRefine(withRules(taxInvoiceRules))
  .transform((invoice) => ({ ...invoice, businessNumber: plainNumber(invoice.businessNumber) }))

const depositorName = optionalText(MAX_NAME_LENGTH).refine((name) => !/\p{Cc}/u.test(name))

/** `name` is the depositor's; `point` is in whole points, 0 if missing. */
const commonFields = { name: depositorName, point: formNumber.pipe(z.number().int().min(0).max(100_000_000)) }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True for a valid receipt kind, and for a missing one. */
const isFeeTypeOrAbsent = (value: unknown): boolean =>
  value === undefined || value === null || Object.values<unknown>(feeType).includes(value)

/** True if name and amount have the right types but break a rule. */
function breaksRule(value: object): boolean {
  const common = z.object(commonFields).safeParse(value)
  return common.success && chargeRules(common.data).some(([, broken]) => broken)
}

/**
 * Returns the receipt fields of a new charge. If its name or amount breaks a rule, returns no receipt, so that this
 * rule is reported and not a fault of the receipt. A missing feeValue becomes an empty object.
 */
const receiptOf = (value: Record<string, unknown>): object =>
  isFeeTypeOrAbsent(value.feeType) && breaksRule(value)
    ? { feeType: feeType.NONE, feeValue: {} }
    : { feeType: value.feeType, feeValue: value.feeValue ?? {} }

/**
 * A new charge. `feeType`, the receipt kind, determines the fields of `feeValue` (docs/contract.md#receipt-kinds). A
 * request without `feeType` is refused (docs/contract.md#wire).
 */
export const chargeInput = z.preprocess(
  (value) => (isObject(value) ? { ...value, ...receiptOf(value) } : value),
  z.discriminatedUnion('feeType', [
    z.object({ ...commonFields, feeType: z.literal(feeType.NONE), feeValue: z.object({}) }),
    z.object({ ...commonFields, feeType: z.literal(feeType.CASH), feeValue: cashReceipt }),
    z.object({ ...commonFields, feeType: z.literal(feeType.FEE), feeValue: taxInvoice }),
  ]),
)

export type ChargeInput = z.output<typeof chargeInput>

/** The shop's bank account, from its settings. */
export const shopBankAccount = z.object({
  /** Name of the bank. */
  name: z.string(),
  /** Text above the deposit instructions. */
  displayText: z.string(),
  accountNumber: z.string(),
  /** The bank's code in links to banking apps. */
  bankingCode: z.string(),
})

export type ShopBankAccount = z.output<typeof shopBankAccount>

/** Response to a new charge: the pending charge (fields as in `chargeRow`), and the account to transfer to. */
export const requestedCharge = z.object({
  id: z.number().int(),
  point: z.number(),
  payAmount: z.number(),
  name: z.string(),
  feeType: z.number().int(),
  status: z.number().int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  bank: shopBankAccount,
})

export type RequestedCharge = z.output<typeof requestedCharge>

/** A charge as shown to its member. */
export const chargeRow = z.object({
  id: z.number().int(),
  createdAt: z.iso.datetime(),
  /** Points to credit: whole points, each worth 1 won. */
  point: z.number(),
  /** Amount to transfer, in won: `point`, or 10 % more for some receipt kinds (`computePayAmount`). */
  payAmount: z.number(),
  /** Depositor's name. */
  name: z.string(),
  /** Receipt kind: one of the numbers in `feeType`. */
  feeType: z.number().int(),
  /** One of the numbers in `chargeStatus`. */
  status: z.number().int(),
  /** How the charge ended, a key of `outcomeLabels`; null while it is pending. */
  outcome: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  /**
   * When the charge got its present status; null while it is pending. Of a credited charge: when it was credited, even if
   * it had expired before.
   */
  responseAt: z.iso.datetime().nullable(),
  /** Points debited by a reversal or cancellation; null without one. */
  reversed: z.number().nullable(),
  /** When the whole charge was reversed or cancelled; null if it wasn't. */
  reversedAt: z.iso.datetime().nullable(),
  /** Points of this charge that paid open debts of the member when it was credited. */
  debtPaid: z.number(),
})

export type ChargeRow = z.output<typeof chargeRow>

export const chargeHistoryQuery = z.object({
  status: z.coerce.number().int().min(0).max(2).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(1_000).default(1_000),
})

/** Query of two lists in the console: charges and cash refund requests. Both have the statuses 0 to 2. */
const staffListQuery = {
  ...dayFields,
  status: z.coerce.number().int().min(0).max(2).optional(),
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
}

export const adminChargeQuery = z.object({ ...staffListQuery, sort: sortField('createdAt', 'payAmount') })
export const adminRefundQuery = z.object({
  ...staffListQuery,
  /** DUE: only paid cash refunds whose money a bulk-transfer file still has to send (`transferDueCashRefund`). */
  transfer: z.enum(['DUE']).optional(),
})

/** A charge as shown to staff. */
export const adminChargeRow = chargeRow.extend({
  /** The member's numeric id. */
  memberNo: z.number().int(),
  /** The member's login id. */
  memberId: z.string(),
  /** Details of the receipt, by name of the field. */
  feeValue: z.record(z.string(), z.string()),
  /** Reason of a rejection or reversal; null if there is none. */
  reason: z.string().nullable(),
  /** How the charge was paid. A CARD charge is given back by cancelling its payment, not by a reversal. */
  method: z.enum(chargeMethods),
})

export type AdminChargeRow = z.output<typeof adminChargeRow>

export const adminChargePage = z.object({
  rows: z.array(adminChargeRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})

/** Response to a decision on a charge: the charge's id, its status after the decision, and its points. */
export const settledCharge = z.object({ id: z.number().int(), status: z.number().int(), point: z.number() })

/** Response to an approval. If `approval` is set, the charge is unchanged and waits for a second person. */
export const approvedCharge = settledCharge.extend({ approval: askedApproval.optional() })

/** Response to an approval; with `approval`, the charge is unchanged and waits for a second person. */
export type ApprovedCharge = z.output<typeof approvedCharge>

/**
 * Response to a reversal. `reversed` points were debited; `missing` points had already been spent and are now a debt of
 * the member, which his later credits pay first.
 */
export const reversedCharge = settledCharge.extend({ reversed: z.number(), missing: z.number() })

/** Reason that staff give for rejecting or reversing a charge. */
export const reasonInput = z.object({ reason: optionalText(500) })

/** A member's request for a cash refund. `point` is in whole points; null requests all refundable points. */
export const cashRefundInput = z.object({
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

export type CashRefundInput = z.output<typeof cashRefundInput>

/** A cash refund request as shown to its member; `account` has only the last four digits. */
export const cashRefundRow = z.object({
  id: z.number().int(),
  createdAt: z.iso.datetime(),
  point: z.number(),
  status: z.number().int(),
  bank: z.string(),
  account: z.string(),
  /** Name of the account holder. */
  name: z.string(),
  /** Why staff, or the deletion of the account, rejected the request; null if it wasn't rejected. */
  reason: z.string().nullable(),
  responseAt: z.iso.datetime().nullable(),
  /** State of the bank transfer; null unless a bulk-transfer file pays the refund. */
  transfer: z.enum(transferStates).nullable(),
})

export type CashRefundRow = z.output<typeof cashRefundRow>

/** A charge whose points a cash refund request pays back, as shown to staff. */
export const chargeOfRefundRow = z.object({
  id: z.int(),
  /** Points to refund from this charge, out of its `chargePoint` points. */
  point: z.number(),
  chargePoint: z.number(),
  funding: z.enum(['AUTHENTICATED', 'CONFIRMED', 'UNCONFIRMED']),
  depositors: z.array(z.string()),
  /** Login ids of the staff in `creditedBy` of `PayOutCharge`. */
  creditedBy: z.array(z.string()),
  /** Login id of the second person who confirmed the credit; null if nobody confirmed it. */
  confirmedBy: z.string().nullable(),
  reversed: z.boolean(),
})

export type ChargeOfRefundRow = z.output<typeof chargeOfRefundRow>

/** A cash refund request as shown to staff; only MANAGERs and OWNERs get the full account number. */
export const adminRefundRow = cashRefundRow.extend({
  /** The member's numeric id. */
  memberNo: z.number().int(),
  /** The member's login id. */
  memberId: z.string(),
  email: z.string(),
  charges: z.array(chargeOfRefundRow),
  /** True if the name of the account holder differs from the name of a depositor of the charges. */
  nameDiffers: z.boolean(),
  /** What a pay-out demands of the staff member who reads the list; all false once the request is settled. */
  needs: z.object({ other: z.boolean(), bankCheck: z.boolean(), reason: z.boolean(), password: z.boolean() }),
})

export type AdminRefundRow = z.output<typeof adminRefundRow>

export const adminCashRefundPage = z.object({
  rows: z.array(adminRefundRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})

/**
 * Decision of staff on a cash refund request: `status` 1 pays it out, 2 rejects it. `reason` is required for a
 * rejection, for a pay-out to an account whose holder isn't the depositor, and for a pay-out by an OWNER alone
 * (`determinePayOutNeeds`). `bankChecked`: true if the staff member has seen the deposits at the bank.
 */
export const cashRefundDecision = reasonInput.extend({
  status: z.union([z.literal(1), z.literal(2)]),
  bankChecked: z
    .boolean()
    .nullish()
    .transform((checked) => checked ?? false),
  /** True if the money is to be sent by a bulk-transfer file (docs/contract.md#bulk-transfers). */
  byFile: z
    .boolean()
    .nullish()
    .transform((byFile) => byFile ?? false),
})

/**
 * Response to a decision on a cash refund request. If `approval` is set, the request is unchanged and waits for a
 * second person.
 */
export const settledCashRefund = z.object({
  id: z.number().int(),
  status: z.number().int(),
  point: z.number(),
  approval: askedApproval.optional(),
})

/** Response to a decision; with `approval`, the request is unchanged and waits for a second person. */
export type SettledCashRefund = z.output<typeof settledCashRefund>
