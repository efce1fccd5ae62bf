import { z } from 'zod'
import { note, text } from '#lib/core/text.ts'
import { receiptStatuses } from './labels.ts'

export const receiptQuery = z.object({
  status: z.enum(receiptStatuses).optional(),
  /** 0 cash receipts, 1 tax invoices. */
  kind: z.coerce.number().int().min(0).max(1).optional(),
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

export const receiptRow = z.object({
  id: z.int(),
  chargeId: z.int(),
  memberNo: z.int(),
  memberId: z.string(),
  name: z.string(),
  feeType: z.int(),
  feeValue: z.record(z.string(), z.string()),
  payAmount: z.number(),
  /** The transfer without its tax, and the tax. */
  supply: z.number(),
  tax: z.number(),
  status: z.enum(receiptStatuses),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  /** Login id of who marked it. */
  settledBy: z.string().nullable(),
  /** Its charge was taken back: what was issued must be, too. */
  reversedAt: z.iso.datetime().nullable(),
})

export type ReceiptRow = z.output<typeof receiptRow>

export const receiptRows = z.object({ rows: z.array(receiptRow), nextCursor: z.int().nullable(), total: z.int() })

/** `from` is the state its sender saw: who comes second is told. FAILED needs a note. */
export const receiptChange = z.object({
  status: z.enum(receiptStatuses),
  note: note(500),
  from: z.enum(receiptStatuses).nullish(),
})

export type ReceiptChange = z.output<typeof receiptChange>
