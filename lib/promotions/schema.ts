import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { formNumber, withRules } from '#lib/core/field-errors.ts'
import { optionalText, textParsedBy, trimmedText } from '#lib/core/text.ts'
import { promotionRules } from './errors.ts'
import { MAX_PROMOTION_NAME, promotionKinds, promotionStates } from './labels.ts'

const noneIfAbsent = <T>(value: T | null | undefined): T | null => value ?? null
const numberOrNone = z.number().nullish().transform(noneIfAbsent)
/** A time with its offset, as the browser sends it: at most 40 characters. */
const moment = textParsedBy(40, z.iso.datetime({ offset: true }))
  .nullish()
  .transform(noneIfAbsent)

/**
 * A promotion as staff enter it. Amounts in points; `percent` of a charge's points. Exactly one of `percent` and
 * `point`.
 */
export const promotionInput = z
  .object({
    kind: z.enum(promotionKinds),
    name: trimmedText(MAX_PROMOTION_NAME),
    percent: numberOrNone,
    point: numberOrNone,
    maxPoint: numberOrNone,
    minCharge: formNumber,
    once: z.boolean().default(true),
    startsAt: moment,
    endsAt: moment,
    budget: formNumber,
    maxGrants: numberOrNone,
  })
  .superRefine(withRules(promotionRules))

export type PromotionInput = z.output<typeof promotionInput>

export const promotionRow = z.object({
  id: z.int(),
  kind: z.enum(promotionKinds),
  name: z.string(),
  /** What members type; null for a bonus. */
  code: z.string().nullable(),
  percent: z.number().nullable(),
  point: z.number().nullable(),
  maxPoint: z.number().nullable(),
  minCharge: z.number(),
  once: z.boolean(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  budget: z.number(),
  maxGrants: z.int().nullable(),
  /** Points and number of all grants. Coupons that wait for a charge count, and so does what was taken back since. */
  given: z.number(),
  grants: z.int(),
  takenBack: z.number(),
  state: z.enum(promotionStates),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  stoppedAt: z.iso.datetime().nullable(),
})

export type PromotionRow = z.output<typeof promotionRow>

export const promotionQuery = z.object({
  kind: z.enum(promotionKinds).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

export const promotionList = z.object({ rows: z.array(promotionRow), nextCursor: z.int().nullable(), total: z.int() })

/** Answer of a creation. If `approval` is set, the promotion waits for a second person. */
export const createdPromotion = z.object({
  id: z.int(),
  state: z.enum(promotionStates),
  code: z.string().nullable(),
  approval: askedApproval.optional(),
})

export type CreatedPromotion = z.output<typeof createdPromotion>

export const stoppedPromotion = z.object({ id: z.int(), state: z.enum(promotionStates) })

/** A coupon's code as a member types it, with dashes and spaces or without. */
export const couponInput = z.object({ code: optionalText(40) })

/** The coupon that was registered: `credited` now, or with a charge of at least `minCharge` made before `endsAt`. */
export const registeredCoupon = z.object({
  name: z.string(),
  point: z.number(),
  minCharge: z.number(),
  credited: z.boolean(),
  endsAt: z.iso.datetime(),
})

export type RegisteredCoupon = z.output<typeof registeredCoupon>
