import { z } from 'zod'
import { boundedList, text, trimmedText } from '#lib/core/text.ts'
import { attemptOutcomes, dialects, syncRules } from './labels.ts'

const moneyAmount = z.number().min(0).max(1e12)

/** A new provider. Fields with a default may be left out. */
export const providerInput = z.object({
  name: trimmedText(100).min(1),
  apiUrl: trimmedText(500).min(1),
  key: trimmedText(500).min(1),
  dialect: z.enum(dialects).default('FORM'),
  enabled: z.boolean().default(true),
  maxInFlight: z.int().min(1).max(100).default(4),
  perMinute: z.int().min(1).max(60_000).default(600),
  /** A task is filed when the provider's balance falls below this, in its currency; 0 means never. */
  alertBelow: moneyAmount.default(0),
})

export type ProviderInput = z.output<typeof providerInput>

/** Changes of a provider; absent and null fields stay as they are. */
export const providerChanges = z.object({
  name: trimmedText(100).min(1).nullish(),
  apiUrl: trimmedText(500).min(1).nullish(),
  key: trimmedText(500).min(1).nullish(),
  dialect: z.enum(dialects).nullish(),
  enabled: z.boolean().nullish(),
  maxInFlight: z.int().min(1).max(100).nullish(),
  perMinute: z.int().min(1).max(60_000).nullish(),
  alertBelow: moneyAmount.nullish(),
})

export type ProviderChanges = z.output<typeof providerChanges>

export const providerQuery = z.object({
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

export type ProviderQuery = z.output<typeof providerQuery>

/** A provider as the API returns it. Its key is left out: no call returns it. */
export const providerRow = providerInput.omit({ key: true }).extend({
  id: z.int(),
  maxInFlight: z.int(),
  perMinute: z.int(),
  balance: z.number().nullable(),
  currency: z.string().nullable(),
  failures: z.int(),
  pausedUntil: z.iso.datetime().nullable(),
  noFundsUntil: z.iso.datetime().nullable(),
  /** When the provider last answered at its present address with its present key; null until then. */
  testedAt: z.iso.datetime().nullable(),
  /** Number of services whose first route is this provider, and number of its orders whose outcome is unknown. */
  services: z.int(),
  unknown: z.int(),
})

export type ProviderRow = z.output<typeof providerRow>

export const providerList = z.object({ rows: z.array(providerRow), nextCursor: z.int().nullable(), total: z.int() })

const providerIdField = z.int().min(1).max(2_147_483_647)

/**
 * Fallback routes of a service: the next one is tried when the provider before it certainly didn't accept the order.
 */
export const serviceRoutes = z.object({
  routes: boundedList(z.object({ providerId: providerIdField, providerServiceId: trimmedText(100).min(1) }), 10),
})

export type ServiceRoutes = z.output<typeof serviceRoutes>

/** Delivery attempts at a provider, newest first. */
export const providerAttempts = z.object({
  rows: z.array(
    z.object({
      id: z.int(),
      orderId: z.int(),
      providerServiceId: z.string(),
      providerOrderId: z.string().nullable(),
      /** Null while the HTTP request is in progress. */
      outcome: z.enum(attemptOutcomes).nullable(),
      error: z.string().nullable(),
      startedAt: z.iso.datetime(),
      finishedAt: z.iso.datetime().nullable(),
    }),
  ),
})

export type ProviderAttempt = z.output<typeof providerAttempts>['rows'][number]

const MAX_MARGIN = 1_000_000

export const syncRule = z.enum(syncRules)
/** Mark-up in percent of the cost, with at most two decimals. */
export const margin = z
  .number()
  .min(0)
  .max(MAX_MARGIN / 100)
  .multipleOf(0.01)

export const pricingInput = z.object({
  /** Won per unit of the provider's currency, with at most five decimals. */
  exchangeRate: z.number().positive().max(1_000_000).multipleOf(0.00001),
  margin,
  autoSync: z.boolean(),
})

/**
 * How the shop's prices are computed from a provider's, and when its list was last applied. `exchangeRate` is null
 * until staff set it; for a provider that counts in won it is 1 without that.
 */
export const providerPricing = pricingInput.extend({
  exchangeRate: z.number().nullable(),
  syncedAt: z.iso.datetime().nullable(),
})

export type ProviderPricing = z.output<typeof providerPricing>

const minAndMax = z.tuple([z.int(), z.int()])
const changedService = { remoteId: z.string(), name: z.string() }

/** A change in a provider's list of services. Rates are per 1000 units in the provider's currency, as decimal text. */
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
  point: z.number(),
  cost: z.number().nullable(),
  min: z.int(),
  max: z.int(),
  isReadOnly: z.boolean(),
})

const shownEffect = z.object({
  serviceId: z.int(),
  remoteId: z.string(),
  rule: syncRule,
  gone: z.boolean(),
  before: shownTerms,
  after: shownTerms,
})

const refusedRow = z.object({ index: z.int(), remoteId: z.string().nullable(), name: z.string(), reason: z.string() })

/** Preview of what an import would change. Each list is cut to its first thousand rows; `counts` cover all rows. */
export const importPreview = z.object({
  previewId: z.int(),
  counts: z.record(z.string(), z.int()),
  suspicious: z.boolean(),
  changes: z.array(listChange),
  effects: z.array(shownEffect),
  refused: z.array(refusedRow),
})

export type ImportPreviewAnswer = z.output<typeof importPreview>

export const applyInput = z.object({ previewId: z.int32().positive() })

/** Numbers of changes in the provider's list, and of services of the shop, that an import applied. */
export const appliedImport = z.object({ changes: z.int(), effects: z.int() })

export const providerServiceQuery = z.object({
  q: text(200).default(''),
  gone: z.enum(['true', 'false']).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: text(64)
    .regex(/^[\w.:-]{1,64}$/)
    .optional(),
})

/** One service in a provider's own list, as of the last import. `remoteId` is the provider's id for it. */
const providerServiceRow = z.object({
  remoteId: z.string(),
  name: z.string(),
  category: z.string(),
  rate: z.string(),
  /** Cost of one unit in won; null while the exchange rate isn't known. */
  cost: z.number().nullable(),
  min: z.int(),
  max: z.int(),
  refill: z.boolean(),
  cancel: z.boolean(),
  dripfeed: z.boolean(),
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

export const importInput = z.object({ picks: boundedList(importPick, 200, { least: 1 }) })

export const importedServices = z.object({ ids: z.array(z.int()) })

export const syncRuleInput = z.object({ rule: syncRule, margin })

export const syncRuleAnswer = syncRuleInput.extend({ serviceId: z.int() })

/**
 * What the console shows of a service besides its fields: how many running orders depend on it, how syncs change it,
 * and how it is fulfilled.
 */
export const serviceDetail = z.object({
  id: z.int(),
  runningOrders: z.int(),
  activeAutoOrders: z.int(),
  /** Null if the service isn't fulfilled by a provider. */
  sync: syncRuleInput.nullable(),
  /**
   * Cost and limits at the service's first provider as of the last import; null if the provider's list never contained
   * it.
   */
  upstream: z
    .object({
      name: z.string(),
      rate: z.string(),
      cost: z.number().nullable(),
      min: z.int(),
      max: z.int(),
      gone: z.boolean(),
    })
    .nullable(),
  routes: z.array(z.object({ providerId: z.int(), providerServiceId: z.string() })),
})

export type ServiceDetail = z.output<typeof serviceDetail>
