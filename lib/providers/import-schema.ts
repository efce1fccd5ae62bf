import { z } from 'zod'

const MOST_MARGIN = 1_000_000

const syncRule = z.enum(['FOLLOW', 'FREEZE', 'OFF'])
/** Percent of the cost, at most two decimals. */
const margin = z
  .number()
  .min(0)
  .max(MOST_MARGIN / 100)
  .multipleOf(0.01)

export const priceListInput = z.object({
  /** Won for one of the provider's currency, at most five decimals. */
  exchangeRate: z.number().positive().max(1_000_000).multipleOf(0.00001),
  margin,
  autoSync: z.boolean(),
})

export const priceList = priceListInput.extend({ syncedAt: z.iso.datetime().nullable() })

const limits = z.tuple([z.int(), z.int()])
const changed = { remoteId: z.string(), name: z.string() }

/** Rates are of 1000, as the provider writes them. */
const change = z.discriminatedUnion('kind', [
  z.object({ ...changed, kind: z.literal('NEW'), rate: z.string() }),
  z.object({ ...changed, kind: z.literal('BACK'), rate: z.string() }),
  z.object({ ...changed, kind: z.literal('GONE') }),
  z.object({ ...changed, kind: z.literal('PRICE'), from: z.string(), to: z.string() }),
  z.object({ ...changed, kind: z.literal('LIMITS'), from: limits, to: limits }),
  z.object({ ...changed, kind: z.literal('NAME'), from: z.string() }),
])

const terms = z.object({
  point: z.number(),
  cost: z.number().nullable(),
  min: z.int(),
  max: z.int(),
  isReadOnly: z.boolean(),
})

const effect = z.object({
  serviceId: z.int(),
  remoteId: z.string(),
  rule: syncRule,
  gone: z.boolean(),
  before: terms,
  after: terms,
})

const refusedRow = z.object({ index: z.int(), remoteId: z.string().nullable(), name: z.string(), reason: z.string() })

/** Lists are shown up to their first thousand; `counts` are whole. */
export const servicePreview = z.object({
  previewId: z.int(),
  counts: z.record(z.string(), z.int()),
  suspicious: z.boolean(),
  changes: z.array(change),
  effects: z.array(effect),
  refused: z.array(refusedRow),
})

export const applyInput = z.object({ previewId: z.int().positive() })

export const appliedPreview = z.object({ changes: z.int(), effects: z.int() })

export const providerServiceQuery = z.object({
  q: z.string().max(200).default(''),
  gone: z.enum(['true', 'false']).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z
    .string()
    .regex(/^[\w.:-]{1,64}$/)
    .optional(),
})

const providerServiceRow = z.object({
  remoteId: z.string(),
  name: z.string(),
  category: z.string(),
  rate: z.string(),
  /** What one costs in won. */
  cost: z.number(),
  min: z.int(),
  max: z.int(),
  refill: z.boolean(),
  cancel: z.boolean(),
  dripfeed: z.boolean(),
  gone: z.boolean(),
  /** The shop's services that it fulfils. */
  serviceIds: z.array(z.int()),
})

export type ProviderServiceRow = z.output<typeof providerServiceRow>

export const providerServices = z.object({
  rows: z.array(providerServiceRow),
  nextCursor: z.string().nullable(),
  total: z.int(),
})

const pick = z.object({
  remoteId: z.string().min(1).max(64),
  categoryId: z.int().positive().max(2_147_483_647),
  /** The provider's own name unless given. */
  text: z.string().trim().min(1).max(300).nullish(),
  rule: syncRule,
  margin: margin.nullish(),
})

export const importInput = z.object({ picks: z.array(pick).min(1).max(200) })

export const importedServices = z.object({ ids: z.array(z.int()) })

export const syncRuleInput = z.object({ rule: syncRule, margin })

export const syncRuleAnswer = syncRuleInput.extend({ serviceId: z.int() })
