import { z } from 'zod'
import { cursorField } from '#lib/core/list-query.ts'
import { optionalText } from '#lib/core/text.ts'
import { approvalKinds, approvalStates, approvalWhys } from '../labels.ts'

export const approvalQuery = z.object({
  state: z.enum(approvalStates).optional(),
  kind: z.enum(approvalKinds).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

export type ApprovalQuery = z.output<typeof approvalQuery>

/**
 * What the staff member who views an approval request may do with it. ALONE: confirm his own request, because no second
 * person exists.
 */
export const approvalRights = ['CONFIRM', 'ALONE', 'WITHDRAW', 'REFUSE', 'NONE'] as const

export const approvalRow = z.object({
  id: z.int(),
  createdAt: z.iso.datetime(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  why: z.enum(approvalWhys),
  subjectType: z.string(),
  subjectId: z.int(),
  /** Id of the member whose account the request would change; null if none is known. */
  memberNo: z.int().nullable(),
  /** Login id of this member. */
  memberId: z.string().nullable(),
  /** Amount of the action, in won. */
  amount: z.number(),
  /** True for an adjustment that debits the member; false for all other requests. */
  takes: z.boolean(),
  reason: z.string(),
  askedBy: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Reason that was given with the decision. */
  note: z.string(),
  /** True if the requester confirmed the request himself. */
  alone: z.boolean(),
  /**
   * What the staff member who views the list may do. CONFIRM includes refusing the request, ALONE includes withdrawing
   * it.
   */
  mine: z.enum(approvalRights),
})

export type ApprovalRow = z.output<typeof approvalRow>

export const approvalList = z.object({
  rows: z.array(approvalRow),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

export const approvalDecisionInput = z.object({ reason: optionalText(500) })

export const approvalConfirmationInput = approvalDecisionInput.extend({
  /** Amount of the request that the confirmer saw, in won; null or absent if it doesn't matter. */
  seenAmount: z.number().nullish(),
})

export const decidedApproval = z.object({ id: z.int(), state: z.enum(approvalStates) })
