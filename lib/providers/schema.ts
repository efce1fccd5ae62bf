import { z } from 'zod'
import { dialects } from './labels.ts'

const money = z.number().min(0).max(1e12)

/** The first value stands where a creation leaves a field out. */
export const providerInput = z.object({
  name: z.string().trim().min(1).max(100),
  apiUrl: z.string().trim().min(1).max(500),
  key: z.string().trim().min(1).max(500),
  dialect: z.enum(dialects).default('FORM'),
  enabled: z.boolean().default(true),
  maxInFlight: z.int().min(1).max(100).default(4),
  perMinute: z.int().min(1).max(60_000).default(600),
  /** Staff are told when less than this is left there; 0 is never. */
  alertBelow: money.default(0),
})

export type ProviderInput = z.output<typeof providerInput>

/** Absent and null fields stay as they are. */
export const providerChanges = z.object({
  name: z.string().trim().min(1).max(100).nullish(),
  apiUrl: z.string().trim().min(1).max(500).nullish(),
  key: z.string().trim().min(1).max(500).nullish(),
  dialect: z.enum(dialects).nullish(),
  enabled: z.boolean().nullish(),
  maxInFlight: z.int().min(1).max(100).nullish(),
  perMinute: z.int().min(1).max(60_000).nullish(),
  alertBelow: money.nullish(),
})

export type ProviderChanges = z.output<typeof providerChanges>

export const providerQuery = z.object({
  q: z.string().max(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

export type ProviderQuery = z.output<typeof providerQuery>

/** Its key is never told. */
export const providerRow = providerInput.omit({ key: true }).extend({
  id: z.int(),
  maxInFlight: z.int(),
  perMinute: z.int(),
  balance: z.number().nullable(),
  currency: z.string().nullable(),
  failures: z.int(),
  pausedUntil: z.iso.datetime().nullable(),
  noFundsUntil: z.iso.datetime().nullable(),
  /** How many services it is the first provider of, and how many of its orders wait for staff. */
  services: z.int(),
  unknown: z.int(),
})

export const providerList = z.object({ rows: z.array(providerRow), nextCursor: z.int().nullable(), total: z.int() })

const id = z.int().min(1).max(2_147_483_647)

/** Where a service's orders go when its first provider surely didn't take them, in this order. */
export const serviceRoutes = z.object({
  routes: z.array(z.object({ providerId: id, providerServiceId: z.string().trim().min(1).max(100) })).max(10),
})

export type ServiceRoutes = z.output<typeof serviceRoutes>
