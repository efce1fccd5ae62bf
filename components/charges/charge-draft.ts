import { chargeRules, receiptRules } from '#lib/charges/errors.ts'
import { type FeeType, feeType } from '#lib/charges/labels.ts'
import type { Issue } from '#lib/core/errors.ts'
import { firstBroken } from '#lib/core/form-errors.ts'
import { formatCount } from '#lib/money/points.ts'

/** Maximum of one charge, in points (docs/contract.md#charges). */
const mostPoints = 100_000_000

const plainOf = (text: string): string => text.normalize('NFKC').replace(/[\s,원]/g, '')

/** The typed amount in points, capped at the maximum of one charge; 0 for text that is no whole number (1.5 isn't 15). */
export function amountOf(text: string): number {
  const plain = plainOf(text)
  return /^\d+$/.test(plain) ? Math.min(Number(plain), mostPoints) : 0
}

/**
 * Text that the field shows for a typed text: a valid amount with thousands separators, 0 as empty, anything else
 * unchanged.
 */
export function amountText(text: string): string {
  const amount = amountOf(text)
  if (amount > 0) return formatCount(amount)
  return /^0*$/.test(plainOf(text)) ? '' : text
}

/** The field's text after a quick-add button has added `more`. */
export const added = (text: string, more: number): string => formatCount(Math.min(amountOf(text) + more, mostPoints))

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** Number of digits after the caret. */
export const digitsAfter = (text: string, caret: number): number => digitsIn(text.slice(caret))

/**
 * Caret position with this many digits after it; before a comma rather than after it, where Backspace would delete
 * only the comma.
 */
export function caretBefore(text: string, digits: number): number {
  let caret = text.length
  while (caret > 0 && digitsAfter(text, caret) < digits) caret -= 1
  return text[caret - 1] === ',' ? caret - 1 : caret
}

/** The body of POST /service/point. */
export interface ChargeDraft {
  readonly name: string
  readonly point: number
  readonly feeType: FeeType
  readonly feeValue: Readonly<Record<string, string>>
}

const receiptFields: Record<FeeType, readonly string[]> = {
  [feeType.NONE]: [],
  [feeType.CASH]: ['phone'],
  [feeType.FEE]: ['company', 'businessNumber', 'leader', 'phone', 'jobType', 'jobType2', 'address', 'email'],
}

/** Builds the draft; `read` returns the text of a field by its name. */
export function draftOf(kind: FeeType, read: (name: string) => string): ChargeDraft {
  const feeValue = Object.fromEntries(receiptFields[kind].map((name) => [name, read(name).trim()]))
  return { name: read('name').trim(), point: amountOf(read('point')), feeType: kind, feeValue }
}

/**
 * The first rule that a draft breaks (docs/contract.md#charges): first the rules of the charge, then those of the
 * receipt fields. Null if it breaks none.
 */
export const refusalOf = (draft: ChargeDraft): Issue | null =>
  firstBroken([...chargeRules(draft), ...receiptRules(draft.feeType, draft.feeValue)])
