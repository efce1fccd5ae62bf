import { z } from 'zod'
import { withRules } from '#lib/core/field-errors.ts'
import { trimmedText } from '#lib/core/text.ts'
import { priceGroupRules } from './errors.ts'
import { MAX_GROUP_NAME_LENGTH, MAX_REASON_LENGTH } from './labels.ts'

const groupFields = z.object({ name: trimmedText(MAX_GROUP_NAME_LENGTH), percent: z.number() })

/** A price group as staff enter it; `percent` is its discount on all services. */
export const priceGroupInput = groupFields.superRefine(withRules(priceGroupRules))
export const priceGroupRow = groupFields.extend({ id: z.int() })

export type PriceGroupInput = z.output<typeof priceGroupInput>
export type PriceGroupRow = z.output<typeof priceGroupRow>

const rowId = z.int().positive().max(2_147_483_647)

/**
 * A discount or price as staff set it, for a group or for a member. It applies to a service, to a category or, if it is
 * a member's, to everything. Exactly one of `percent` and `point` is given.
 */
export const priceRuleInput = z.object({
  groupId: rowId.nullish(),
  memberNo: rowId.nullish(),
  categoryId: rowId.nullish(),
  serviceId: rowId.nullish(),
  percent: z.number().nullish(),
  /** Price of one unit in won. */
  point: z.number().nullish(),
  /** True to allow a price below cost, which only an OWNER may, with a reason. */
  belowCost: z.boolean().default(false),
  reason: trimmedText(MAX_REASON_LENGTH).default(''),
})

export type PriceRuleInput = z.output<typeof priceRuleInput>

export const priceRuleRow = z.object({
  id: z.int(),
  groupId: z.int().nullable(),
  groupName: z.string().nullable(),
  memberNo: z.int().nullable(),
  memberId: z.string().nullable(),
  categoryId: z.int().nullable(),
  serviceId: z.int().nullable(),
  /** Name of the service or category; null for a rule for everything. */
  text: z.string().nullable(),
  percent: z.number().nullable(),
  point: z.number().nullable(),
  belowCost: z.boolean(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
})

export type PriceRuleRow = z.output<typeof priceRuleRow>

const queryId = z.coerce.number().int().min(1).max(2_147_483_647).optional()

export const priceRuleQuery = z.object({
  group: queryId,
  member: queryId,
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: queryId,
})

export const priceRuleList = z.object({ rows: z.array(priceRuleRow), nextCursor: z.int().nullable(), total: z.int() })

/** The group that a member is put in; null takes him out of his. */
export const memberGroupInput = z.object({ groupId: rowId.nullable() })
export const memberGroup = z.object({ memberNo: z.int(), groupId: z.int().nullable() })
