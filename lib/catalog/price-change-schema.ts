import { z } from 'zod'
import { boundedList, text } from '#lib/core/text.ts'
import { unitPriceFromNumber } from '#lib/money/prices.ts'
import {
  newPriceWarnings,
  priceChangeCauses,
  priceChangeKinds,
  repricingGroups,
  roundingSteps,
  roundings,
} from './labels.ts'
import { referencedId, serviceFilter } from './schema.ts'

/**
 * Bulk price change of the services selected by ids or by a filter; if both are given, a service must match both. One
 * of the two is required, so that a missing selection never changes all prices.
 */
const priceChange = z.object({
  ids: boundedList(referencedId, 1_000, { least: 1 }).nullish(),
  filter: serviceFilter.nullish(),
  kind: z.enum(priceChangeKinds),
  /** For PERCENT and MARGIN in percent, rounded to two decimals; for AMOUNT in won. At most five decimals. */
  value: z
    .number()
    .min(-1_000_000)
    .max(1_000_000)
    .refine((value) => unitPriceFromNumber(Math.abs(value)) !== null),
  /** Step to which new prices are rounded, in won. */
  step: z.literal([...roundingSteps]),
  rounding: z.enum(roundings),
  /** Leaves out the services whose new price would be an outlier: below cost, or changed by more than half. */
  leaveOut: z.boolean().optional(),
})

const hasSelection = ({ ids, filter }: z.output<typeof priceChange>): boolean => Boolean(ids ?? filter)

/** A bulk price change to preview. */
export const priceChangeInput = priceChange.refine(hasSelection, { path: ['ids'] })

/** A bulk price change: which services, and how their new prices are computed. */
export type PriceChangeInput = z.output<typeof priceChangeInput>

const pricePreviewRow = z.object({
  /** `id` and `text`: id and name of the service; `from`: its present price in won. */
  id: z.int(),
  text: z.string(),
  from: z.number(),
  /** New price in won; null if the price doesn't change (`group` says why). */
  to: z.number().nullable(),
  group: z.enum(repricingGroups),
  /** Warnings about the new price. */
  marks: z.array(z.enum(newPriceWarnings)),
  /** Cost of one unit in won; null if it isn't known. */
  cost: z.number().nullable(),
})

/**
 * Preview of a bulk price change. `counts` covers all selected services: `chosen` is their number, and each is counted
 * in exactly one of `groups`. `rows` has at most 1,000 services, those with warnings first.
 */
export const pricePreview = z.object({
  /**
   * Digest of what the change would do (`repriceSelected`). Applying the change is refused if the digest has changed by
   * then.
   */
  digest: z.string(),
  counts: z.object({
    chosen: z.int(),
    groups: z.record(z.enum(repricingGroups), z.int()),
    /** Changed services whose new price is below cost. */
    belowCost: z.int(),
    /** Changed services whose price changes by more than half. */
    jumps: z.int(),
    /** Changed services whose new price is smaller than the rounding step and therefore isn't rounded. */
    unrounded: z.int(),
    /** Services whose new price is an outlier, including those that are left out. */
    outliers: z.int(),
    /** Changed services whose sync rule is FOLLOW: the next sync with the provider overwrites the new price. */
    following: z.int(),
  }),
  rows: z.array(pricePreviewRow),
})

export type PricePreview = z.output<typeof pricePreview>

/** A bulk price change to apply; `digest` is that of the preview that staff saw. */
export const priceApplyInput = priceChange
  .extend({ digest: text(64).regex(/^[\da-f]{64}$/) })
  .refine(hasSelection, { path: ['ids'] })

/**
 * Result of a bulk price change. `changed`: number of prices changed. `batchId`: id by which the change can be undone;
 * null if no price changed.
 */
export const appliedPrices = z.object({ changed: z.int(), batchId: z.int().nullable() })

/**
 * Result of undoing a bulk price change: number of prices put back (`restored`), and number of prices left alone
 * because they had been changed again (`skipped`).
 */
export const undonePrices = z.object({ restored: z.int(), skipped: z.int() })

/** A bulk price change that was applied at the time `at`. Staff can undo it within a day. */
const priceBatchRow = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Login id of the staff member who applied the change. */
  by: z.string(),
  /** Number of prices that the change set. */
  changed: z.int(),
  /** Number of prices that undoing the change would put back now; 0 if it is already undone. */
  restorable: z.int(),
  /** Number of prices that undoing the change put back; null until the change is undone. */
  restored: z.int().nullable(),
  /**
   * Number of prices that undoing the change left alone, because they had been changed again; null until the change is
   * undone.
   */
  skipped: z.int().nullable(),
})

/** A bulk price change that was applied. */
export type PriceBatchRow = z.output<typeof priceBatchRow>

export const priceBatchList = z.object({ rows: z.array(priceBatchRow) })

/** A change of a service's price. `from` and `to` are prices of one unit in won. */
const priceHistoryRow = z.object({
  at: z.iso.datetime(),
  cause: z.enum(priceChangeCauses),
  /**
   * Login id of the staff member who changed the price or, for SYNC, applied the provider's list; null if the list was
   * applied without staff.
   */
  by: z.string().nullable(),
  from: z.number(),
  to: z.number(),
})

export type PriceHistoryRow = z.output<typeof priceHistoryRow>

/** The latest changes of one service's price, newest first. */
export const priceHistory = z.object({ rows: z.array(priceHistoryRow) })
