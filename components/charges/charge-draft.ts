import { chargeRules, receiptRules } from '#lib/charges/errors.ts'
import { type FeeType, feeType } from '#lib/charges/labels.ts'
import type { Issue } from '#lib/core/errors.ts'
import { firstBroken } from '#lib/core/form-errors.ts'

/** Decisions 4, in points. */
const mostPoints = 100_000_000

/** The amount in a field: its digits, up to the most that can be charged at once. */
export const amountOf = (text: string): number => Math.min(Number(text.replace(/\D/g, '')), mostPoints)

/** What a quick-add button leaves in the field. */
export const added = (amount: number, more: number): number => Math.min(amount + more, mostPoints)

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

/** The first rule a draft breaks: spec 5's in its order, then what the receipt lacks, field by field. */
export const refusalOf = (draft: ChargeDraft): Issue | null =>
  firstBroken([...chargeRules(draft), ...receiptRules(draft.feeType, draft.feeValue)])
