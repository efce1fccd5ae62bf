import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { optionalText } from '#lib/core/text.ts'
import { pointsFromNumber } from '#lib/money/points.ts'

/** Maximum number of points that one adjustment can add or take. */
const MAX_DELTA = 1_000_000_000

/**
 * Input of an adjustment. `delta` has at most two decimals, is negative to take points away, and is converted to
 * `Points`.
 */
export const adjustmentInput = z.object({
  delta: z
    .number()
    .min(-MAX_DELTA)
    .max(MAX_DELTA)
    .transform((delta, context) => {
      const points = pointsFromNumber(Math.abs(delta))
      if (points) return delta < 0 ? -points : points
      context.addIssue({ code: 'custom', message: '소수점 둘째 자리까지, 0이 아닌 금액을 입력해 주세요' })
      return z.NEVER
    }),
  reason: optionalText(500),
})

export const adjustmentStatuses = ['WAITING', 'DONE', 'REJECTED'] as const

/** Response to an adjustment or to the decision on one; `point` is the member's balance afterwards, in points. */
export const adjustmentAnswer = z.object({
  id: z.int(),
  status: z.enum(adjustmentStatuses),
  point: z.number(),
  approval: askedApproval.optional(),
})

/** An adjustment that waits for a second person. `delta` is in points; `askedBy` is the requester's login id. */
export const waitingAdjustment = z.object({
  id: z.int(),
  createdAt: z.iso.datetime(),
  /** The member's numeric id. */
  memberNo: z.int(),
  /** The member's login id. */
  memberId: z.string(),
  delta: z.number(),
  reason: z.string(),
  askedBy: z.string(),
})

/** An adjustment that waits for a second person; `delta` is in points. */
export type WaitingAdjustment = z.output<typeof waitingAdjustment>

/**
 * An adjustment in the list of one member. `decidedBy`: login id of the staff member who decided it; null if nobody has
 * yet.
 */
export const memberAdjustment = waitingAdjustment
  .omit({ memberNo: true, memberId: true })
  .extend({ status: z.enum(adjustmentStatuses), decidedBy: z.string().nullable() })

/** An adjustment in the list of one member, decided or not. */
export type MemberAdjustment = z.output<typeof memberAdjustment>

/** One ledger entry as shown to staff, in points. `refType` and `refId` name the record that caused it. */
export const ledgerEntryRow = z.object({
  id: z.int(),
  createdAt: z.iso.datetime(),
  kind: z.string(),
  delta: z.number(),
  balanceAfter: z.number(),
  refType: z.string(),
  refId: z.int(),
  actor: z.string(),
  reason: z.string().nullable(),
})
