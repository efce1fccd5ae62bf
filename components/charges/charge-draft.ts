import { chargeRules, receiptRules } from '#lib/charges/errors.ts'
import { type FeeType, feeType } from '#lib/charges/labels.ts'
import type { Issue } from '#lib/core/errors.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { formatCount } from '#lib/money/points.ts'

/** Maximum amount of one charge, in points (docs/contract.md#charges). */
const maxChargePoints = 100_000_000

const withoutSeparators = (text: string): string => text.normalize('NFKC').replace(/[\s,원]/g, '')

/**
 * The typed amount in points, at most the maximum of one charge. 0 for text that isn't a whole number: 1.5 isn't read
 * as 15.
 */
export function parseTypedAmount(text: string): number {
  const plain = withoutSeparators(text)
  return /^\d+$/.test(plain) ? Math.min(Number(plain), maxChargePoints) : 0
}

/**
 * Text that the field shows for a typed text: a valid amount with thousands separators, '' for 0, any other text
 * unchanged.
 */
export function amountFieldText(text: string): string {
  const amount = parseTypedAmount(text)
  if (amount > 0) return formatCount(amount)
  return /^0*$/.test(withoutSeparators(text)) ? '' : text
}

/**
 * Text of the amount field for `?amount=` in the URL of the charge screen; '' if the parameter isn't an amount. The
 * order screen links to `/point?amount=3300` if 3,300 won are missing for an order.
 */
export const presetAmountText = (amount: string | string[] | undefined): string =>
  typeof amount === 'string' && parseTypedAmount(amount) > 0 ? amountFieldText(amount) : ''

/** The field's text after a quick-add button has added `more` won. */
export const withAddedAmount = (text: string, more: number): string =>
  formatCount(Math.min(parseTypedAmount(text) + more, maxChargePoints))

const countDigits = (text: string): number => text.replace(/\D/g, '').length

/** Number of digits after the caret. `caretBefore` uses it to restore the caret in the newly formatted text. */
export const digitsAfterCaret = (text: string, caret: number): number => countDigits(text.slice(caret))

/**
 * Position of the caret at which `digits` digits follow it. Beside a comma, that is the position before the comma:
 * Backspace behind the comma would delete only the comma.
 */
export function caretBefore(text: string, digits: number): number {
  let caret = text.length
  while (caret > 0 && digitsAfterCaret(text, caret) < digits) caret -= 1
  return text[caret - 1] === ',' ? caret - 1 : caret
}

/** Body of POST /service/point. */
export interface ChargeDraft {
  /** Depositor name. */
  readonly name: string
  /** Amount in points; a point is one won. */
  readonly point: number
  /** Receipt kind. */
  readonly feeType: FeeType
  /** Fields of the receipt, by name. */
  readonly feeValue: Readonly<Record<string, string>>
}

const receiptFieldNames: Record<FeeType, readonly string[]> = {
  [feeType.NONE]: [],
  [feeType.CASH]: ['phone'],
  [feeType.FEE]: ['company', 'businessNumber', 'leader', 'phone', 'jobType', 'jobType2', 'address', 'email'],
}

/** Builds the draft of a charge with a receipt of `kind`; `read` returns the text of a field by its name. */
export function buildChargeDraft(kind: FeeType, read: (name: string) => string): ChargeDraft {
  const feeValue = Object.fromEntries(receiptFieldNames[kind].map((name) => [name, read(name).trim()]))
  return { name: read('name').trim(), point: parseTypedAmount(read('point')), feeType: kind, feeValue }
}

/**
 * The first rule that a draft breaks (docs/contract.md#charges): rules of the charge first, then rules of the receipt's
 * fields. Null if it breaks no rule.
 */
export const findFirstBrokenRule = (draft: ChargeDraft): Issue | null =>
  firstIssue([...chargeRules(draft), ...receiptRules(draft.feeType, draft.feeValue)])
