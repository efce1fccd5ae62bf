import { z } from 'zod'
import { boundedList, text, trimmedText } from '#lib/core/text.ts'
import { syncRuleInput } from './import/schema.ts'
import { attemptOutcomes, dialects } from './labels.ts'

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
