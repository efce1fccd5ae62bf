import { z } from 'zod'
import { roundingSteps } from '#lib/catalog/labels.ts'
import { boundedList, text } from '#lib/core/text.ts'
import { margin, providerPricingInput, syncRule } from '../import/schema.ts'
import { takeOverGroups } from '../labels.ts'

const referencedId = z.int().min(1).max(2_147_483_647)

const takeOverFields = z.object({
  /** Won per unit of the provider's currency; if absent, the stored exchange rate is used. */
  exchangeRate: providerPricingInput.shape.exchangeRate.nullish(),
  /** Mark-up in percent of the cost. */
  margin,
  /** Prices are rounded up to a multiple of this many won, except prices below it. */
  step: z.literal([...roundingSteps]),
  /** How later syncs change the services. */
  rule: syncRule,
  /**
   * Choices of staff for categories: the provider's name of a category, and the id of its platform, or null to leave
   * the category's services out.
   */
  platforms: boundedList(z.object({ category: text(300), platform: referencedId.nullable() }), 1_000),
})

/** Terms of a take-over that staff want to preview. */
export const takeOverInput = takeOverFields

export type TakeOverInput = z.output<typeof takeOverInput>

/** Terms of a take-over, with the digest of the preview that staff saw. */
export const takeOverStartInput = takeOverFields.extend({ digest: text(64).regex(/^[\da-f]{64}$/) })

/**
 * Preview of a take-over. `counts`: number of services in the provider's list, in all (`listed`) and in each group.
 * `services`: at most 200 of these, first those that would be added, the most expensive first.
 */
export const takeOverPreview = z.object({
  digest: z.string(),
  counts: z.object({ listed: z.int(), groups: z.record(z.enum(takeOverGroups), z.int()) }),
  categories: z.array(
    z.object({
      /** Name in the provider's list. */
      category: z.string(),
      platformId: z.int().nullable(),
      /** True if staff left the category out. */
      isSkipped: z.boolean(),
      /** Name of the shop's category that the services are added to. */
      text: z.string(),
      /** True if the shop doesn't have the category yet. */
      isNew: z.boolean(),
      /** Number of services in the category. */
      services: z.int(),
    }),
  ),
  services: z.array(
    z.object({
      remoteId: z.string(),
      name: z.string(),
      category: z.string(),
      group: z.enum(takeOverGroups),
      /** Cost of one unit or package, in won. */
      cost: z.number(),
      /** Price of one unit or package in the shop, in points. */
      point: z.number(),
    }),
  ),
})

export type TakeOverPreview = z.output<typeof takeOverPreview>

/**
 * Progress of a take-over, in numbers of services: to be processed in all (`total`), added, and not yet processed
 * (`left`).
 */
export const takeOverProgress = z.object({ total: z.int(), added: z.int(), left: z.int() })

export type TakeOverProgress = z.output<typeof takeOverProgress>
