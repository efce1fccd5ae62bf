import { z } from 'zod'
import { withRules } from '#lib/core/field-errors.ts'
import { cutLine, cutText, text, trimmedText } from '#lib/core/text.ts'
import { categoryRules, MAX_NAME_LENGTH, MAX_NOTICE_LENGTH, platformRules, serviceRules } from './errors.ts'
import { saleStates } from './labels.ts'
import { serviceTypeNames } from './service-types.ts'

/** Answer of GET /service/platforms (docs/contract.md#catalogue). */
export const platformList = z.array(
  z.strictObject({ id: z.int(), text: z.string(), visible: z.literal(true), backgroundColor: z.string() }),
)

/** Answer of GET /service/categorys; `platform` is the id of a platform. */
export const categoryList = z.array(z.strictObject({ id: z.int(), platform: z.int(), text: z.string() }))

/** Answer of GET /service/services; `point` is the price per unit in won, with up to five decimals. */
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
    /** Absent for the type Default. */
    type: z.enum(serviceTypeNames).optional(),
  }),
)

export type ServiceRow = z.output<typeof serviceList>[number]

export const searchQuery = z.object({ q: text(100).default('') })

/** Answer of GET /service/search: `text` is the name for display, `total` the number of all matches. */
export const serviceSearchResult = z.strictObject({
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

export type ServiceSearchResult = z.output<typeof serviceSearchResult>

const nameText = cutLine(MAX_NAME_LENGTH)
const positionNumber = z.int().min(0).max(100_000).default(0)
export const referencedId = z.int().min(1).max(2_147_483_647)

/**
 * Fields of platforms, categories and services as staff edit them (docs/contract.md#editable-lists). The rules of
 * errors.ts supply the message for each broken rule.
 */
const platformFields = z.object({
  text: nameText,
  visible: z.boolean().default(true),
  backgroundColor: cutText(7).default('#5b6472'),
  position: positionNumber,
})
export const platformInput = platformFields.superRefine(withRules(platformRules))
export const platformRow = platformFields.extend({ id: z.int() })

export type PlatformInput = z.output<typeof platformInput>
export type PlatformRow = z.output<typeof platformRow>

const categoryFields = z.object({ platform: referencedId, text: nameText, position: positionNumber })
export const categoryInput = categoryFields.superRefine(withRules(categoryRules))
export const categoryRow = categoryFields.extend({ id: z.int() })

export type CategoryInput = z.output<typeof categoryInput>
export type CategoryRow = z.output<typeof categoryRow>

const serviceFields = z.object({
  categoryId: referencedId,
  text: nameText,
  point: z.number(),
  min: z.int(),
  max: z.int(),
  notice: cutLine(MAX_NOTICE_LENGTH).default(''),
  isReadOnly: z.boolean().default(false),
  enableAuto: z.boolean().default(false),
  /** Days after completion within which a refill can be asked for; 0 if there are no refills. */
  refillDays: z.int().default(0),
  /** True if members may ask to cancel an order that was already sent to the provider. */
  canCancel: z.boolean().default(false),
  /** True if a member may have only one open order at a time on a link, among all services of the category. */
  oneOrderPerLink: z.boolean().default(false),
  position: positionNumber,
  type: z.enum(serviceTypeNames).default('Default'),
  /** Null or 0 means no provider: staff fulfil the orders. */
  providerId: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .nullish()
    .transform((id) => id || null),
  providerServiceId: trimmedText(100)
    .nullish()
    .transform((id) => id || null),
  /** The provider's price per unit, in won; null or 0 means unknown. */
  cost: z
    .number()
    .nullish()
    .transform((cost) => cost || null),
})

export const serviceInput = serviceFields.superRefine(withRules(serviceRules))
export const serviceRow = serviceFields.extend({ id: z.int() })

export type ServiceInput = z.output<typeof serviceInput>
export type StaffServiceRow = z.output<typeof serviceRow>

/** A service in the console's list, with its sale state, category and platform. */
export const adminServiceRow = serviceRow.extend({
  saleState: z.enum(saleStates),
  platformId: z.int(),
  platformText: z.string(),
  categoryText: z.string(),
  providerName: z.string().nullable(),
  /**
   * What a sync with the provider's list does to the service: FOLLOW, FREEZE or OFF; null if the service has no sync
   * rule.
   */
  syncRule: z.string().nullable(),
})

export type AdminServiceRow = z.output<typeof adminServiceRow>

/**
 * Filter of the service list. Without `saleState`: all services that aren't withdrawn. Provider 0: services fulfilled
 * by staff.
 */
const filterFields = (id: z.ZodType<number>) => ({
  q: text(200).default(''),
  saleState: z.enum(saleStates).nullish(),
  platform: id.nullish(),
  category: id.nullish(),
  provider: id.nullish(),
})

const queryId = z.coerce.number().int().min(0).max(2_147_483_647)

export const adminServiceQuery = z.object({
  ...filterFields(queryId),
  /** NEW: newest first. SHOP: in the shop's order. Else a column, with a minus for the largest first. */
  sort: z.enum(['NEW', 'SHOP', 'id', '-id', 'point', '-point']).default('NEW'),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

export const serviceFilter = z.object(filterFields(z.int().min(0).max(2_147_483_647)))

export type ServiceFilter = z.output<typeof serviceFilter>

export const adminServices = z.object({
  rows: z.array(adminServiceRow),
  nextCursor: z.int().nullable(),
  total: z.int(),
})
