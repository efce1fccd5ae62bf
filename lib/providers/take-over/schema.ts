import { z } from 'zod'
import { roundingSteps } from '#lib/catalog/labels.ts'
import { boundedList, text } from '#lib/core/text.ts'
import { margin, pricingInput, syncRule } from '../import/schema.ts'
import { takeOverGroups } from '../labels.ts'

const referencedId = z.int().min(1).max(2_147_483_647)

const takeOverFields = z.object({
  /** Won per unit of the provider's currency; the stored rate if absent. */
  exchangeRate: pricingInput.shape.exchangeRate.nullish(),
  margin,
  /** Prices are rounded up to a multiple of this many won. */
  step: z.literal([...roundingSteps]),
  rule: syncRule,
  /**
   * Platforms that staff chose for categories, by the provider's name for them; null leaves a category's services out.
   */
  platforms: boundedList(z.object({ category: text(300), platform: referencedId.nullable() }), 1_000),
})

export const takeOverInput = takeOverFields

export type TakeOverInput = z.output<typeof takeOverInput>

export const takeOverStart = takeOverFields.extend({ digest: text(64).regex(/^[\da-f]{64}$/) })

/**
 * What taking over a list would do. The `groups` add up to `listed`. `services` are the first 200, the most expensive
 * of those to be added at the top.
 */
export const takeOverPreview = z.object({
  digest: z.string(),
  counts: z.object({ listed: z.int(), groups: z.record(z.enum(takeOverGroups), z.int()) }),
  categories: z.array(
    z.object({
      category: z.string(),
      platformId: z.int().nullable(),
      isSkipped: z.boolean(),
      text: z.string(),
      isNew: z.boolean(),
      services: z.int(),
    }),
  ),
  services: z.array(
    z.object({
      remoteId: z.string(),
      name: z.string(),
      category: z.string(),
      group: z.enum(takeOverGroups),
      cost: z.number(),
      point: z.number(),
    }),
  ),
})

export type TakeOverPreview = z.output<typeof takeOverPreview>

export const takeOverProgress = z.object({ total: z.int(), added: z.int(), left: z.int() })

export type TakeOverProgressRow = z.output<typeof takeOverProgress>
