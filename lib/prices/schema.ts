import { z } from 'zod'
import { withRules } from '#lib/core/form-fields.ts'
import { trimmedText } from '#lib/core/text.ts'
import { priceGroupRules } from './errors.ts'
import { MAX_GROUP_NAME_LENGTH, MAX_PRICE_RULE_REASON_LENGTH } from './labels.ts'

const groupFields = z.object({ name: trimmedText(MAX_GROUP_NAME_LENGTH), percent: z.number() })

/** A price group as staff enter it; `percent` is its discount on all services, in percent. */
export const priceGroupInput = groupFields.superRefine(withRules(priceGroupRules))
export const priceGroupRow = groupFields.extend({ id: z.int() })

export type PriceGroupInput = z.output<typeof priceGroupInput>
export type PriceGroupRow = z.output<typeof priceGroupRow>

const rowId = z.int().positive().max(2_147_483_647)

/**
 * A price rule as staff set it, for a price group or a member. It applies to a service, to a category or, if it is for
 * a member, to everything. Exactly one of `percent` and `point` is given.
 */
export const priceRuleInput = z.object({
  groupId: rowId.nullish(),
  /** Id of the member. */
  memberNo: rowId.nullish(),
  categoryId: rowId.nullish(),
  serviceId: rowId.nullish(),
  /** Discount in percent. */
  percent: z.number().nullish(),
  /** Price of one unit in won. */
  point: z.number().nullish(),
  /** True if the rule may lead below the price floor, which only an OWNER may allow, with a reason. */
  belowCost: z.boolean().default(false),
  reason: trimmedText(MAX_PRICE_RULE_REASON_LENGTH).default(''),
  /**
   * The rule that the writer saw in this place, `percent` and `point` both null if he saw none: if there is another one
   * by now, the new rule isn't stored.
   */
  seen: z.object({ percent: z.number().nullable(), point: z.number().nullable(), belowCost: z.boolean() }).nullish(),
})

export type PriceRuleInput = z.output<typeof priceRuleInput>

/** A price rule in the console's list. */
export const priceRuleRow = z.object({
  id: z.int(),
  groupId: z.int().nullable(),
  groupName: z.string().nullable(),
  /** Id of the member. */
  memberNo: z.int().nullable(),
  /** Login id of the member. */
  memberId: z.string().nullable(),
  categoryId: z.int().nullable(),
  serviceId: z.int().nullable(),
  /** Name of the service or category; null for a rule for everything. */
  text: z.string().nullable(),
  /** Discount in percent. */
  percent: z.number().nullable(),
  /** Price of one unit in won. */
  point: z.number().nullable(),
  belowCost: z.boolean(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
})

export type PriceRuleRow = z.output<typeof priceRuleRow>

const queryId = z.coerce.number().int().min(1).max(2_147_483_647).optional()

/** `group` and `member` are ids. */
export const priceRuleQuery = z.object({
  group: queryId,
  member: queryId,
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: queryId,
})

export const priceRuleList = z.object({ rows: z.array(priceRuleRow), nextCursor: z.int().nullable(), total: z.int() })

/** Id of the price group into which a member is put; null takes him out of his group. */
export const memberPriceGroupInput = z.object({
  groupId: rowId.nullable(),
  /** The group that the writer saw: if the member is in another one by now, he isn't moved. */
  seen: z.object({ groupId: rowId.nullable() }).nullish(),
})
export const memberPriceGroup = z.object({ memberNo: z.int(), groupId: z.int().nullable() })
