import { z } from 'zod'
import { cursorField } from '#lib/core/list-query.ts'
import { boundedList, text, trimmedText } from '#lib/core/text.ts'
import { syncTerms } from './import/schema.ts'
import { attemptOutcomes, dialects } from './labels.ts'

const moneyAmount = z.number().min(0).max(1e12)

/** A new provider. Fields with a default may be left out. */
export const providerInput = z.object({
  name: trimmedText(100).min(1),
  apiUrl: trimmedText(500).min(1),
  key: trimmedText(500).min(1),
  /** Encoding of the bodies of requests to the provider. */
  dialect: z.enum(dialects).default('FORM'),
  /** Whether new orders are sent to the provider. */
  enabled: z.boolean().default(true),
  /** Maximum number of orders being sent to the provider at the same time. */
  maxInFlight: z.int().min(1).max(100).default(4),
  /** Maximum number of orders sent to the provider per minute. */
  perMinute: z.int().min(1).max(60_000).default(600),
  /**
   * A task is filed when the shop's balance at the provider is found below this, in the provider's currency; 0 for no
   * task.
   */
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
  cursor: cursorField,
})

export type ProviderQuery = z.output<typeof providerQuery>

/** A provider as calls return it: without its API key, which no call returns. */
export const providerRow = providerInput.omit({ key: true }).extend({
  id: z.int(),
  maxInFlight: z.int(),
  perMinute: z.int(),
  /** The shop's balance at the provider, in the provider's currency; null until it is first fetched. */
  balance: z.number().nullable(),
  currency: z.string().nullable(),
  /** Consecutive failures of the provider that weren't specific to one order (`noteProviderFailure`). */
  failures: z.int(),
  /**
   * End of the provider's pause after failures. Until then no orders and no requests of members are sent to it, and no
   * statuses are polled. Null or past if the provider isn't paused.
   */
  pausedUntil: z.iso.datetime().nullable(),
  /**
   * End of the provider's pause because the shop's balance there ran out. Until then no orders are sent to it. Null or
   * past if the provider isn't paused for this reason.
   */
  noFundsUntil: z.iso.datetime().nullable(),
  /** When the balance was last fetched from the present address with the present key; null if never. */
  testedAt: z.iso.datetime().nullable(),
  /** Number of services, without withdrawn ones, whose first route is this provider. */
  services: z.int(),
  /** Number of delivery attempts at this provider whose outcome is unknown. */
  unknown: z.int(),
})

export type ProviderRow = z.output<typeof providerRow>

export const providerList = z.object({ rows: z.array(providerRow), nextCursor: z.int().nullable(), total: z.int() })

const providerIdField = z.int().min(1).max(2_147_483_647)

/**
 * Fallback routes of a service, in the sequence in which they are tried. An order is sent over a route if all routes
 * before it refused the order or can't be used now (docs/contract.md#delivery).
 */
export const serviceRoutes = z.object({
  routes: boundedList(z.object({ providerId: providerIdField, providerServiceId: trimmedText(100).min(1) }), 10),
})

/** New fallback routes. `seen` are those that the writer saw: if there are others by now, the new ones aren't stored. */
export const serviceRoutesInput = serviceRoutes.extend({ seen: serviceRoutes.nullish() })

/** New fallback routes of a service. */
export type ServiceRoutesInput = z.output<typeof serviceRoutesInput>

/** Fallback routes of a service, in the sequence in which they are tried. */
export type ServiceRoutes = z.output<typeof serviceRoutes>

/** The latest delivery attempts at a provider, newest first (`latestAttemptsOf`). */
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
 * What the console shows of a service besides its fields: its running orders and auto orders, how syncs change it, and
 * which provider services fulfil it.
 */
export const serviceDetail = z.object({
  id: z.int(),
  /** Number of orders that haven't ended. */
  runningOrders: z.int(),
  activeAutoOrders: z.int(),
  /** Null if the service isn't fulfilled by a provider. */
  sync: syncTerms.nullable(),
  /**
   * Cost and limits at the service's first provider as of the last import; null if the provider's list never contained
   * it.
   */
  upstream: z
    .object({
      name: z.string(),
      /** Price of 1000 units or one package in the provider's currency, as decimal text. */
      rate: z.string(),
      /** Cost of one unit or package in won; null while the exchange rate or the service's type isn't known. */
      cost: z.number().nullable(),
      min: z.int(),
      max: z.int(),
      /** True if the provider's list no longer contains the service. */
      gone: z.boolean(),
    })
    .nullable(),
  routes: z.array(z.object({ providerId: z.int(), providerServiceId: z.string() })),
})

export type ServiceDetail = z.output<typeof serviceDetail>
