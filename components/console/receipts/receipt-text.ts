import { type ReceiptKind, type ReceiptStatus, receiptKindLabels, receiptTerms } from '#lib/receipts/labels.ts'
import type { ReceiptRow } from '#lib/receipts/schema.ts'
import type { Tone } from '../../ui/badge.tsx'
import { wonText } from '../format.ts'

export const receiptTones: Record<ReceiptStatus, Tone> = { REQUESTED: 'warn', ISSUED: 'good', FAILED: 'bad' }

export const kindText = (feeType: number): string => receiptKindLabels[feeType as ReceiptKind]

/** The recipient of a receipt: the company, or the depositor of a cash receipt. */
export const payeeOf = ({ feeValue, name }: Pick<ReceiptRow, 'feeValue' | 'name'>): string => feeValue.company ?? name

export const receiptTitle = (receipt: ReceiptRow): string => `${payeeOf(receipt)} · ${wonText(receipt.payAmount)}`

const dashed = (text: string): string =>
  text.replace(/^(\d{3})(\d{2})(\d{5})$/, '$1-$2-$3').replace(/^(01\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

/** The recipient's fields with their labels. `shown` is `text` with dashes, if the field is a number. */
export const givenTo = (feeValue: Readonly<Record<string, string>>): { term: string; shown: string; text: string }[] =>
  Object.entries(receiptTerms).flatMap(([field, term]) => {
    const text = feeValue[field]
    if (!text) return []
    return [{ term, text, shown: field === 'businessNumber' || field === 'phone' ? dashed(text) : text }]
  })
