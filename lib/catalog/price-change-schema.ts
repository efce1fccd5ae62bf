import { z } from 'zod'
import { boundedList, text } from '#lib/core/text.ts'
import { unitPriceFromNumber } from '#lib/money/prices.ts'
import { priceCauses, priceChanges, priceGroups, priceMarks, roundingSteps, roundings } from './labels.ts'
import { referencedId, serviceFilter } from './schema.ts'

/**
 * Bulk price change of services that are selected by id or by a filter. One of the two is required, so that an omitted
 * selection never changes all prices.
 */
const priceChange = z.object({
  ids: boundedList(referencedId, 1_000, { least: 1 }).nullish(),
  filter: serviceFilter.nullish(),
  kind: z.enum(priceChanges),
  /** In percent with at most two decimals for PERCENT and MARGIN, in won with at most five for AMOUNT. */
  value: z
    .number()
    .min(-1_000_000)
    .max(1_000_000)
    .refine((value) => unitPriceFromNumber(Math.abs(value)) !== null),
  step: z.literal([...roundingSteps]),
  rounding: z.enum(roundings),
  /** Leaves out the services whose new price would be an outlier: below cost, or changed by more than half. */
  leaveOut: z.boolean().optional(),
})

const hasSelection = ({ ids, filter }: z.output<typeof priceChange>): boolean => Boolean(ids ?? filter)

export const priceChangeInput = priceChange.refine(hasSelection, { path: ['ids'] })

export type PriceChangeInput = z.output<typeof priceChangeInput>

const pricePreviewRow = z.object({
  id: z.int(),
  text: z.string(),
  from: z.number(),
  /** New price in won; null if the price doesn't change, for which `group` gives the reason. */
  to: z.number().nullable(),
  group: z.enum(priceGroups),
  marks: z.array(z.enum(priceMarks)),
  cost: z.number().nullable(),
})

/**
 * Preview of a bulk price change. `counts` covers all selected services: each is counted in exactly one of `groups`,
 * whose sum is `chosen`. `rows` has at most 1,000 of them, those with warnings first.
 */
export const pricePreview = z.object({
  digest: z.string(),
  counts: z.object({
    chosen: z.int(),
    groups: z.record(z.enum(priceGroups), z.int()),
    /** Changed services whose new price is below cost. */
    belowCost: z.int(),
    /** Changed services whose price changes by more than half. */
    jumps: z.int(),
    /** Changed services whose new price is smaller than the rounding step and therefore isn't rounded. */
    unrounded: z.int(),
    /** Services whose new price is an outlier, whether they are left out or not. */
    outliers: z.int(),
    /** Changed services whose sync rule is FOLLOW: the next sync with the provider overwrites the new price. */
    following: z.int(),
  }),
  rows: z.array(pricePreviewRow),
})

export type PricePreview = z.output<typeof pricePreview>

export const priceApplyInput = priceChange
  .extend({ digest: text(64).regex(/^[\da-f]{64}$/) })
  .refine(hasSelection, { path: ['ids'] })

/** Result of a bulk price change. `batchId` is its id, by which it can be undone; null if no price changed. */
export const appliedPrices = z.object({ changed: z.int(), batchId: z.int().nullable() })

/**
 * Result of undoing a bulk price change: number of prices put back, and of prices left alone because they had been
 * changed again.
 */
export const undonePrices = z.object({ restored: z.int(), skipped: z.int() })

/** A bulk price change, which staff can undo within a day. */
const priceBatchRow = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Login id of the staff member who made it. */
  by: z.string(),
  /** Number of prices that it changed. */
  changed: z.int(),
  /** Number of prices that undoing it would put back now; 0 if it is undone already. */
  restorable: z.int(),
  /** Number of prices that undoing it put back; null until it is undone. */
  restored: z.int().nullable(),
  /** Number of prices that undoing it left alone, because they had been changed again; null until it is undone. */
  skipped: z.int().nullable(),
})

export type PriceBatchRow = z.output<typeof priceBatchRow>

export const priceBatchList = z.object({ rows: z.array(priceBatchRow) })

const priceHistoryRow = z.object({
  at: z.iso.datetime(),
  cause: z.enum(priceCauses),
  /** Login id of the staff member who changed the price; null if a sync did. */
  by: z.string().nullable(),
  from: z.number(),
  to: z.number(),
})

export type PriceHistoryRow = z.output<typeof priceHistoryRow>

export const priceHistory = z.object({ rows: z.array(priceHistoryRow) })
