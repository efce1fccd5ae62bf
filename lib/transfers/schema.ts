import { z } from 'zod'
import { boundedList, optionalText, text } from '#lib/core/text.ts'
import { filingResults, lineFaults, transferBanks, transferResults } from './labels.ts'
import { MAX_TRANSFERS } from './rules.ts'

/** Maximum number of characters of a bank's result: no call accepts a larger body. */
const MAX_TABLE_LENGTH = 256 * 1_024

const refundId = z.int().positive().max(2_147_483_647)

/**
 * Refunds to put into a file for this bank. `bankChecked`: the payer has seen at the bank the deposits that only one
 * person confirmed.
 */
export const fileInput = z.object({
  bank: z.enum(transferBanks),
  refundIds: boundedList(refundId, MAX_TRANSFERS, { least: 1 }),
  bankChecked: z
    .boolean()
    .nullish()
    .transform((checked) => checked ?? false),
})

const fileSummary = z.object({ id: z.int(), bank: z.enum(transferBanks), count: z.int(), total: z.number() })

/** Outcome for each refund, and the file; null if no refund went into one. */
export const filedRefunds = z.object({
  file: fileSummary.nullable(),
  rows: z.array(z.object({ id: z.int(), result: z.enum(filingResults), message: z.string().nullable() })),
})

export type FiledRefunds = z.output<typeof filedRefunds>

/** A bank's result as text. Nothing is marked unless `apply` is true. */
export const resultInput = z.object({
  table: text(MAX_TABLE_LENGTH).min(1),
  apply: z
    .boolean()
    .nullish()
    .transform((apply) => apply ?? false),
})

export const judgedResults = z.object({
  /** Numbers of refunds that this result marks, or would mark with `apply`. */
  sent: z.int(),
  failed: z.int(),
  rows: z.array(
    z.object({
      line: z.int(),
      refundId: z.int().nullable(),
      /** Last four digits of the account. */
      account: z.string(),
      won: z.number().nullable(),
      name: z.string().nullable(),
      result: z.enum(transferResults).nullable(),
      isRepeated: z.boolean(),
      fault: z.enum(lineFaults).nullable(),
    }),
  ),
})

export type JudgedResults = z.output<typeof judgedResults>

/** Result of one transfer, as a staff member has seen it at the bank. */
export const markInput = z.object({ result: z.enum(transferResults), reason: optionalText(500) })

export const markedTransfer = z.object({ id: z.int(), transfer: z.enum(transferResults) })

export const transferFileRow = fileSummary.extend({
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  sent: z.int(),
  failed: z.int(),
})

export type TransferFileRow = z.output<typeof transferFileRow>

export const transferFiles = z.object({ rows: z.array(transferFileRow) })
