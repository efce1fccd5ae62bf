import { z } from 'zod'
import { transferStates } from '#lib/charges/labels.ts'
import { boundedList, optionalText, text } from '#lib/core/text.ts'
import { putInFileResults, transferBanks, transferLineFaults, transferResults } from './labels.ts'
import { MAX_TRANSFERS } from './rules.ts'

/**
 * Maximum number of characters of a table of transfer results. It equals the maximum number of bytes of a call's whole
 * body.
 */
const MAX_TABLE_LENGTH = 256 * 1_024

const refundId = z.int().positive().max(2_147_483_647)

/**
 * Refunds to put into a file for this bank. `bankChecked`: the staff member has checked at the bank those deposits that
 * must be checked before a pay-out (`determinePayOutNeeds`).
 */
export const transferFileInput = z.object({
  bank: z.enum(transferBanks),
  refundIds: boundedList(refundId, MAX_TRANSFERS, { least: 1 }),
  bankChecked: z
    .boolean()
    .nullish()
    .transform((checked) => checked ?? false),
})

/** A bulk-transfer file. `count`: number of its refunds. `total`: their sum in points. */
const fileSummary = z.object({ id: z.int(), bank: z.enum(transferBanks), count: z.int(), total: z.number() })

/**
 * The new file (null if it would have no refund), and the result for each refund. `message` says why a refund was
 * refused.
 */
export const createdTransferFile = z.object({
  file: fileSummary.nullable(),
  rows: z.array(z.object({ id: z.int(), result: z.enum(putInFileResults), message: z.string().nullable() })),
})

export type CreatedTransferFile = z.output<typeof createdTransferFile>

/**
 * A bank's table of transfer results as text. If `apply` is true, refunds are marked; otherwise the call only returns a
 * preview.
 */
export const transferResultInput = z.object({
  table: text(MAX_TABLE_LENGTH).min(1),
  apply: z
    .boolean()
    .nullish()
    .transform((apply) => apply ?? false),
})

/** What each line of a bank's table of results does or, in a preview, would do with `apply`. */
export const judgedResults = z.object({
  /** Number of refunds that are marked as sent (in a preview: would be marked). `failed`: the same for failed ones. */
  sent: z.int(),
  failed: z.int(),
  rows: z.array(
    z.object({
      /** Number of the line, counted from 1. */
      line: z.int(),
      refundId: z.int().nullable(),
      /** The account, masked except for its last four digits; empty if it can't be read. */
      account: z.string(),
      won: z.number().nullable(),
      name: z.string().nullable(),
      result: z.enum(transferResults).nullable(),
      isRepeated: z.boolean(),
      fault: z.enum(transferLineFaults).nullable(),
    }),
  ),
})

/** What each line of a bank's table of transfer results does or, in a preview, would do. */
export type JudgedResults = z.output<typeof judgedResults>

/** Result of one transfer that a staff member has seen at the bank, and his reason for recording it by hand. */
export const transferMarkInput = z.object({
  result: z.enum(transferResults),
  reason: optionalText(500),
  /** State of the transfer that the staff member saw. If the state has changed since, nothing is marked. */
  from: z.enum(transferStates).nullish(),
})

export const markedTransfer = z.object({ id: z.int(), transfer: z.enum(transferResults) })

/** A file in the console's list. `sent` and `failed`: how many of its refunds the bank has sent and failed to send. */
export const transferFileRow = fileSummary.extend({
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  sent: z.int(),
  failed: z.int(),
})

export type TransferFileRow = z.output<typeof transferFileRow>

export const transferFiles = z.object({ rows: z.array(transferFileRow) })
