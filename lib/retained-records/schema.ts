import { z } from 'zod'
import { text } from '#lib/core/text.ts'
import { MAX_VIEWING_REASON_LENGTH, recordKinds } from './labels.ts'

/**
 * Whose records to read, and the reason. `memberNo` is the member's id, `memberId` his former login id. `cursor` is the
 * id of the last row of the previous page.
 */
export const recordsReadingInput = z.object({
  memberNo: z.int().positive().max(2_147_483_647).nullish(),
  memberId: text(20).nullish(),
  reason: text(MAX_VIEWING_REASON_LENGTH * 2),
  size: z.int().min(1).max(200).default(50),
  cursor: z.int().positive().max(2_147_483_647).nullish(),
})

export const retainedRecord = z.object({
  id: z.int(),
  kind: z.enum(recordKinds),
  /** Id of the member, charge, deposit, refund, order, auto order or question that the record is about. */
  refId: z.int(),
  /** When the member, charge, deposit or other subject of the record was created. */
  recordedAt: z.iso.datetime(),
  /** The law requires the record until this time; then it is deleted. */
  keepUntil: z.iso.datetime(),
  /** The retained fields; null if they can't be decrypted because AUTH_SECRET has changed. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable(),
})

export type RetainedRecord = z.output<typeof retainedRecord>

export const retainedRecords = z.object({
  /** Id of the deleted member. */
  memberNo: z.int(),
  rows: z.array(retainedRecord),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

export type RetainedRecords = z.output<typeof retainedRecords>
