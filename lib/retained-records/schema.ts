import { z } from 'zod'
import { text } from '#lib/core/text.ts'
import { MAX_REASON, recordKinds } from './labels.ts'

/** Which deleted member's records are read, by number or by former login id, and why; `cursor` is the last row's id. */
export const readingInput = z.object({
  memberNo: z.int().positive().max(2_147_483_647).nullish(),
  memberId: text(20).nullish(),
  reason: text(MAX_REASON * 2),
  size: z.int().min(1).max(200).default(50),
  cursor: z.int().positive().max(2_147_483_647).nullish(),
})

export const retainedRecord = z.object({
  id: z.int(),
  kind: z.enum(recordKinds),
  /** The number of the member, charge, deposit, refund or order. */
  refId: z.int(),
  recordedAt: z.iso.datetime(),
  keepUntil: z.iso.datetime(),
  /** What was kept, by field; null where AUTH_SECRET has changed since and it can't be opened. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable(),
})

export type RetainedRecord = z.output<typeof retainedRecord>

export const retainedRecords = z.object({
  memberNo: z.int(),
  rows: z.array(retainedRecord),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

export type RetainedRecords = z.output<typeof retainedRecords>
