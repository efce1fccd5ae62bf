import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { formNumber, withRules } from '#lib/core/form-fields.ts'
import { cursorField, timeWithOffset } from '#lib/core/list-query.ts'
import { optionalText, trimmedText } from '#lib/core/text.ts'
import { promotionRules } from './errors.ts'
import { MAX_PROMOTION_NAME_LENGTH, promotionKinds, promotionStates } from './labels.ts'

const nullIfAbsent = <T>(value: T | null | undefined): T | null => value ?? null
const numberOrNull = z.number().nullish().transform(nullIfAbsent)
/** A time in ISO 8601 with an offset from UTC, at most 40 characters long; null if it is absent. */
const timeOrNull = timeWithOffset.nullish().transform(nullIfAbsent)

/**
 * A promotion as staff enter it, in points. `percent` is a percentage of the charge's points; exactly one of `percent`
 * and `point` is given. `maxPoint`: maximum points for one charge. `minCharge`: minimum points of a charge. `once`:
 * true if each person gets it only once. `maxGrants`: maximum number of grants.
 */
export const promotionInput = z
  .object({
    kind: z.enum(promotionKinds),
    name: trimmedText(MAX_PROMOTION_NAME_LENGTH),
    percent: numberOrNull,
    point: numberOrNull,
    maxPoint: numberOrNull,
    minCharge: formNumber,
    once: z.boolean().default(true),
    startsAt: timeOrNull,
    endsAt: timeOrNull,
    budget: formNumber,
    maxGrants: numberOrNull,
  })
  .superRefine(withRules(promotionRules))

export type PromotionInput = z.output<typeof promotionInput>

/** A promotion in the console's list, with the fields of `promotionInput`. */
export const promotionRow = z.object({
  id: z.int(),
  kind: z.enum(promotionKinds),
  name: z.string(),
  /** The code that members type; null for a bonus. */
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
  /** Points of all its grants, including held coupons, and points that were taken back later. */
  given: z.number(),
  /** Number of grants that `given` sums up. */
  grants: z.int(),
  /** Points of its grants that were taken back. */
  takenBack: z.number(),
  state: z.enum(promotionStates),
  /** Login id of the staff member who created it. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  stoppedAt: z.iso.datetime().nullable(),
})

export type PromotionRow = z.output<typeof promotionRow>

export const promotionQuery = z.object({
  kind: z.enum(promotionKinds).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

export const promotionList = z.object({ rows: z.array(promotionRow), nextCursor: z.int().nullable(), total: z.int() })

/** Response to creating a promotion. If `approval` is present, the promotion waits for a second person. */
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

/**
 * The coupon that was registered. If `credited` is false, its points will be credited with a charge of at least
 * `minCharge` that is requested before `endsAt`.
 */
export const registeredCoupon = z.object({
  name: z.string(),
  point: z.number(),
  minCharge: z.number(),
  credited: z.boolean(),
  endsAt: z.iso.datetime(),
})

export type RegisteredCoupon = z.output<typeof registeredCoupon>
