import { chargeRules, receiptRules } from '#lib/charges/errors.ts'
import { type FeeType, feeType } from '#lib/charges/labels.ts'
import type { Issue } from '#lib/core/errors.ts'
import { firstBroken } from '#lib/core/form-errors.ts'
import { formatCount } from '#lib/money/points.ts'

/** In points (docs/contract.md#charges). */
const mostPoints = 100_000_000

const plainOf = (text: string): string => text.normalize('NFKC').replace(/[\s,원]/g, '')

/** The amount in a field, up to the most that can be charged at once. What is no whole number is none: 1.5 isn't 15. */
export function amountOf(text: string): number {
  const plain = plainOf(text)
  return /^\d+$/.test(plain) ? Math.min(Number(plain), mostPoints) : 0
}

/** How a field shows what was typed: an amount with its thousands marked, anything else as it is. */
export function amountText(text: string): string {
  const amount = amountOf(text)
  if (amount > 0) return formatCount(amount)
  return /^0*$/.test(plainOf(text)) ? '' : text
}

/** What a quick-add button leaves in the field. */
export const added = (text: string, more: number): string => formatCount(Math.min(amountOf(text) + more, mostPoints))

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** How many digits stand behind the caret. */
export const digitsAfter = (text: string, caret: number): number => digitsIn(text.slice(caret))

/** Where the caret leaves that many digits behind it: before a comma, or the next Backspace would only meet the comma. */
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

/** The draft of what was typed; `read` gives a field's text. */
export function draftOf(kind: FeeType, read: (name: string) => string): ChargeDraft {
  const feeValue = Object.fromEntries(receiptFields[kind].map((name) => [name, read(name).trim()]))
  return { name: read('name').trim(), point: amountOf(read('point')), feeType: kind, feeValue }
}

/**
 * The first rule a draft breaks (docs/contract.md#charges): those of the charge in their order, then what the receipt
 * lacks, field by field.
 */
export const refusalOf = (draft: ChargeDraft): Issue | null =>
  firstBroken([...chargeRules(draft), ...receiptRules(draft.feeType, draft.feeValue)])
