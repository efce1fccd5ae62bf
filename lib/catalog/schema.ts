import { z } from 'zod'
import { unitPriceFromNumber } from '#lib/money/prices.ts'

/** GET /service/platforms (decisions 6). */
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

export const searchQuery = z.object({ q: z.string().max(100).default('') })

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

const name = z.string().trim().min(1).max(200)
const position = z.int().min(0).max(100_000).default(0)
const reference = z.int().min(1).max(2_147_483_647)
const quantity = z.int().min(1).max(2_147_483_647)

/** A price of one in won, with at most five decimals (decisions 2). */
const price = z.number().refine((value) => unitPriceFromNumber(value) !== null)

/** What staff give and get of each list (decisions 6). */
export const platformInput = z.object({
  text: name,
  visible: z.boolean().default(true),
  backgroundColor: z
    .string()
    .regex(/^#[\da-f]{6}$/i)
    .default('#5b6472'),
  position,
})
export const platformRow = platformInput.extend({ id: z.int() })

export const categoryInput = z.object({ platform: reference, text: name, position })
export const categoryRow = categoryInput.extend({ id: z.int() })

const serviceFields = z.object({
  categoryId: reference,
  text: name,
  point: price,
  min: quantity,
  max: quantity,
  notice: z.string().trim().max(10_000).default(''),
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
  providerServiceId: z
    .string()
    .trim()
    .max(100)
    .nullish()
    .transform((id) => id || null),
  cost: price.nullish().transform((cost) => cost ?? null),
})

/** A provider's service needs its number there; a provider's orders can't be sent without. */
export const serviceInput = serviceFields
  .refine(({ min, max }) => max >= min, { path: ['max'] })
  .refine(({ providerId, providerServiceId }) => providerId === null || providerServiceId !== null, {
    path: ['providerServiceId'],
  })
export const serviceRow = serviceFields.extend({ id: z.int() })
