import { z } from 'zod'
import { keeping } from '#lib/core/field-errors.ts'
import { cutLine, cutText, list, text, trimmedText } from '#lib/core/text.ts'
import { unitPriceFromNumber } from '#lib/money/prices.ts'
import { categoryRules, MOST_NAME, MOST_NOTICE, platformRules, serviceRules } from './errors.ts'
import { priceChanges, priceRefusals, roundingSteps, roundings, saleStates } from './labels.ts'

/** GET /service/platforms (docs/contract.md#catalogue). */
export const platformList = z.array(
  z.strictObject({ id: z.int(), text: z.string(), visible: z.literal(true), backgroundColor: z.string() }),
)

/** GET /service/categorys; `platform` is a platform's id. */
export const categoryList = z.array(z.strictObject({ id: z.int(), platform: z.int(), text: z.string() }))

/** GET /service/services; `point` is the price of one in won, with up to five decimals. */
export const serviceList = z.array(
  z.strictObject({
    id: z.int(),
    text: z.string(),
    point: z.number(),
    min: z.int(),
    max: z.int(),
    notice: z.string(),
    categoryId: z.int(),
    isReadOnly: z.boolean(),
    enableAuto: z.boolean(),
  }),
)

export type ServiceRow = z.output<typeof serviceList>[number]

export const searchQuery = z.object({ q: text(100).default('') })

/** GET /service/search: `text` as the screen shows it, `total` of all that was found. */
export const foundServices = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      id: z.int(),
      text: z.string(),
      platform: z.string(),
      category: z.string(),
      point: z.number(),
      orderable: z.boolean(),
    }),
  ),
})

export type FoundServices = z.output<typeof foundServices>

const name = cutLine(MOST_NAME)
const position = z.int().min(0).max(100_000).default(0)
const reference = z.int().min(1).max(2_147_483_647)

/**
 * What staff give and get of each list (docs/contract.md#editable-lists); what is wrong with one has its own sentence.
 */
const platformFields = z.object({
  text: name,
  visible: z.boolean().default(true),
  backgroundColor: cutText(7).default('#5b6472'),
  position,
})
export const platformInput = platformFields.superRefine(keeping(platformRules))
export const platformRow = platformFields.extend({ id: z.int() })

export type PlatformRow = z.output<typeof platformRow>

const categoryFields = z.object({ platform: reference, text: name, position })
export const categoryInput = categoryFields.superRefine(keeping(categoryRules))
export const categoryRow = categoryFields.extend({ id: z.int() })

export type CategoryRow = z.output<typeof categoryRow>

const serviceFields = z.object({
  categoryId: reference,
  text: name,
  point: z.number(),
  min: z.int(),
  max: z.int(),
  notice: cutLine(MOST_NOTICE).default(''),
  isReadOnly: z.boolean().default(false),
  enableAuto: z.boolean().default(false),
  position,
  /** Without a provider staff fulfil it; 0 takes it from its provider. */
  providerId: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .nullish()
    .transform((id) => id || null),
  providerServiceId: trimmedText(100)
    .nullish()
    .transform((id) => id || null),
  /** What the provider takes for one; 0 is unknown. */
  cost: z
    .number()
    .nullish()
    .transform((cost) => cost || null),
})

export const serviceInput = serviceFields.superRefine(keeping(serviceRules))
export const serviceRow = serviceFields.extend({ id: z.int() })

/** A service in the console's list, with its sale state, category and platform. */
export const adminServiceRow = serviceRow.extend({
  shelf: z.enum(saleStates),
  platformId: z.int(),
  platformText: z.string(),
  categoryText: z.string(),
  providerName: z.string().nullable(),
  /** FOLLOW, FREEZE or OFF: what a sync of its provider may do to it. */
  syncRule: z.string().nullable(),
})

export type AdminServiceRow = z.output<typeof adminServiceRow>

/** Which services: all that aren't withdrawn unless said; provider 0 is staff. */
const filterOf = (id: z.ZodType<number>) => ({
  q: text(200).default(''),
  shelf: z.enum(saleStates).nullish(),
  platform: id.nullish(),
  category: id.nullish(),
  provider: id.nullish(),
})

const queryId = z.coerce.number().int().min(0).max(2_147_483_647)

export const adminServiceQuery = z.object({
  ...filterOf(queryId),
  /** Newest first, or as the shop shows them. */
  sort: z.enum(['NEW', 'SHOP']).default('NEW'),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

const serviceFilter = z.object(filterOf(z.int().min(0).max(2_147_483_647)))

export type ServiceFilter = z.output<typeof serviceFilter>

export const adminServices = z.object({
  rows: z.array(adminServiceRow),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

/**
 * Selected services, or all that match a filter. One of both is required, so that nothing changes all prices by
 * omission.
 */
const priceChange = z.object({
  ids: list(reference, 1_000, { least: 1 }).nullish(),
  filter: serviceFilter.nullish(),
  kind: z.enum(priceChanges),
  /** A percentage has at most two decimals, an amount five. */
  value: z
    .number()
    .min(-1_000_000)
    .max(1_000_000)
    .refine((value) => unitPriceFromNumber(Math.abs(value)) !== null),
  step: z.literal([...roundingSteps]),
  rounding: z.enum(roundings),
})

const hasSelection = ({ ids, filter }: z.output<typeof priceChange>): boolean => Boolean(ids ?? filter)

export const priceChangeInput = priceChange.refine(hasSelection, { path: ['ids'] })

export type PriceChangeInput = z.output<typeof priceChangeInput>

const pricedRow = z.object({
  id: z.int(),
  text: z.string(),
  from: z.number(),
  /** Null if the price stays, for the reason in `refusal`. */
  to: z.number().nullable(),
  refusal: z.enum(priceRefusals).nullable(),
  cost: z.number().nullable(),
})

/** `rows` holds at most 1,000 services, refused ones first; `counts` covers all of them. */
export const pricePreview = z.object({
  digest: z.string(),
  counts: z.object({
    found: z.int(),
    changed: z.int(),
    refused: z.int(),
    /** Sold below cost from then on. */
    belowCost: z.int(),
    /** Follow their provider's price: its next sync sets them anew. */
    following: z.int(),
  }),
  rows: z.array(pricedRow),
})

export type PricePreview = z.output<typeof pricePreview>

export const priceApplyInput = priceChange
  .extend({ digest: text(64).regex(/^[\da-f]{64}$/) })
  .refine(hasSelection, { path: ['ids'] })

export const appliedPrices = z.object({ changed: z.int() })
