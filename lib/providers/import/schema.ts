import { z } from 'zod'
import { boundedList, text, trimmedText } from '#lib/core/text.ts'
import { syncRules } from '../labels.ts'

const MAX_MARGIN = 1_000_000

export const syncRule = z.enum(syncRules)

/** Mark-up in percent of the cost, with at most two decimals. */
export const margin = z
  .number()
  .min(0)
  .max(MAX_MARGIN / 100)
  .multipleOf(0.01)

const pricingTerms = z.object({
  /** Won per unit of the provider's currency, with at most five decimals. */
  exchangeRate: z.number().positive().max(1_000_000).multipleOf(0.00001),
  margin,
  /** Whether the provider's list is imported automatically every hour. */
  autoSync: z.boolean(),
})

export const providerPricingInput = pricingTerms.extend({
  /** What the writer saw: if a colleague has set anything else by now, nothing is stored. */
  seen: z.object({ exchangeRate: z.number().nullable(), margin: z.number(), autoSync: z.boolean() }).nullish(),
})

/** New exchange rate and default mark-up of a provider. */
export type ProviderPricingInput = z.output<typeof providerPricingInput>

/**
 * How the shop's prices are computed from a provider's, and when its list was last applied. Until staff set
 * `exchangeRate`, it is 1 for a provider whose currency is won, else null.
 */
export const providerPricing = pricingTerms.extend({
  exchangeRate: z.number().nullable(),
  syncedAt: z.iso.datetime().nullable(),
})

/** How the shop's prices are computed from a provider's. */
export type ProviderPricing = z.output<typeof providerPricing>

const minAndMax = z.tuple([z.int(), z.int()])
const changedService = { remoteId: z.string(), name: z.string() }

/**
 * A change in a provider's list of services. Rates are prices of 1000 units or one package in the provider's currency,
 * as decimal text.
 */
const listChange = z.discriminatedUnion('kind', [
  z.object({ ...changedService, kind: z.literal('NEW'), rate: z.string() }),
  z.object({ ...changedService, kind: z.literal('BACK'), rate: z.string() }),
  z.object({ ...changedService, kind: z.literal('GONE') }),
  z.object({ ...changedService, kind: z.literal('PRICE'), from: z.string(), to: z.string() }),
  z.object({ ...changedService, kind: z.literal('LIMITS'), from: minAndMax, to: minAndMax }),
  z.object({ ...changedService, kind: z.literal('NAME'), from: z.string() }),
  z.object({ ...changedService, kind: z.literal('TYPE'), from: z.string(), to: z.string() }),
])

const shownTerms = z.object({
  /** Price of one unit or package, in points. */
  point: z.number(),
  /** Cost of one unit or package, in won; null if it isn't known. */
  cost: z.number().nullable(),
  min: z.int(),
  max: z.int(),
  /** True if the service is shown but can't be ordered. */
  isReadOnly: z.boolean(),
})

/** What an import would change in one service of the shop. */
const shownEffect = z.object({
  serviceId: z.int(),
  remoteId: z.string(),
  rule: syncRule,
  /** True if the provider's list no longer contains the service, or contains it with another type. */
  gone: z.boolean(),
  before: shownTerms,
  after: shownTerms,
})

/** A row of the provider's list that the import skips; `index` counts from 0. */
const refusedRow = z.object({ index: z.int(), remoteId: z.string().nullable(), name: z.string(), reason: z.string() })

/** Preview of what an import would change. Each list is cut to its first thousand rows; `counts` cover all rows. */
export const importPreview = z.object({
  previewId: z.int(),
  counts: z.record(z.string(), z.int()),
  /**
   * True if the list isn't applied without staff, because it is probably wrong: so many services are missing, or so
   * many prices fall to less than a fifth of what they were, that the list may be truncated or in another unit or
   * currency.
   */
  suspicious: z.boolean(),
  changes: z.array(listChange),
  effects: z.array(shownEffect),
  refused: z.array(refusedRow),
})

/** Preview of an import as staff get it: each list is cut to its first thousand rows. */
export type ImportPreviewAnswer = z.output<typeof importPreview>

export const applyImportInput = z.object({ previewId: z.int32().positive() })

/**
 * Result of an import: the number of changes in the provider's list (`changes`), and the number of the shop's services
 * that they changed (`effects`).
 */
export const applyImportAnswer = z.object({ changes: z.int(), effects: z.int() })

export const providerServiceQuery = z.object({
  q: text(200).default(''),
  gone: z.enum(['true', 'false']).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: text(64)
    .regex(/^[\w.:-]{1,64}$/)
    .optional(),
})

/** One service in a provider's list, as of the last import. `remoteId` is its id at the provider. */
const providerServiceRow = z.object({
  remoteId: z.string(),
  name: z.string(),
  category: z.string(),
  /** Price of 1000 units or one package in the provider's currency, as decimal text. */
  rate: z.string(),
  /** Cost of one unit or package in won; null while the exchange rate or the service's type isn't known. */
  cost: z.number().nullable(),
  min: z.int(),
  max: z.int(),
  refill: z.boolean(),
  cancel: z.boolean(),
  dripfeed: z.boolean(),
  /** True if the provider's list no longer contains the service. */
  gone: z.boolean(),
  /** Ids of the shop's services that this provider service fulfils. */
  serviceIds: z.array(z.int()),
})

export type ProviderServiceRow = z.output<typeof providerServiceRow>

export const providerServices = z.object({
  rows: z.array(providerServiceRow),
  nextCursor: z.string().nullable(),
  total: z.int(),
})

const importPick = z.object({
  remoteId: text(64).min(1),
  categoryId: z.int().positive().max(2_147_483_647),
  /** Name of the new service; the provider's name if absent. */
  text: trimmedText(300).min(1).nullish(),
  rule: syncRule,
  margin: margin.nullish(),
})

/** Services of a provider's list from which to make new services of the shop. */
export const importServicesInput = z.object({ picks: boundedList(importPick, 200, { least: 1 }) })

/** Ids of the services that were added to the shop. */
export const importedServiceIds = z.object({ ids: z.array(z.int()) })

/** How syncs change a service. */
export const syncTerms = z.object({ rule: syncRule, margin })

export const syncRuleInput = syncTerms.extend({
  /** The rule that the writer saw: if a colleague has set another one by now, the new rule isn't stored. */
  seen: z.object({ rule: syncRule, margin: z.number() }).nullish(),
})

/** A new rule for how syncs change a service. */
export type SyncRuleInput = z.output<typeof syncRuleInput>

export const syncRuleAnswer = syncTerms.extend({ serviceId: z.int() })
