import { z } from 'zod'
import { withRules } from '#lib/core/form-fields.ts'
import { cursorField } from '#lib/core/list-query.ts'
import { cutLine, cutText, text, trimmedText } from '#lib/core/text.ts'
import { categoryRules, MAX_NAME_LENGTH, MAX_NOTICE_LENGTH, platformRules, serviceRules } from './errors.ts'
import { saleStates } from './labels.ts'
import { serviceTypeNames } from './service-types.ts'

/** Response of GET /service/platforms (docs/contract.md#catalogue); `text` is the platform's name. */
export const platformList = z.array(
  z.strictObject({ id: z.int(), text: z.string(), visible: z.literal(true), backgroundColor: z.string() }),
)

/** Response of GET /service/categorys; `text` is the category's name, `platform` the id of its platform. */
export const categoryList = z.array(z.strictObject({ id: z.int(), platform: z.int(), text: z.string() }))

/** Response of GET /service/services. */
export const serviceList = z.array(
  z.strictObject({
    id: z.int(),
    /** Name of the service. */
    text: z.string(),
    /** Price of one unit in won, with up to five decimals. */
    point: z.number(),
    min: z.int(),
    max: z.int(),
    /** Description of the service. */
    notice: z.string(),
    categoryId: z.int(),
    /** True if the service is shown but can't be ordered. */
    isReadOnly: z.boolean(),
    /** True if the service can be ordered as an auto order. */
    enableAuto: z.boolean(),
    /** Absent for the type Default. */
    type: z.enum(serviceTypeNames).optional(),
  }),
)

/** A service as GET /service/services returns it to members. */
export type ServiceRow = z.output<typeof serviceList>[number]

export const searchQuery = z.object({ q: text(100).default('') })

/**
 * Response of GET /service/search. `total`: number of all matches. `text`: the service's name for display. `point`:
 * price of one unit that the caller pays, in won.
 */
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
/** Id of a row that another row refers to. */
export const referencedId = z.int().min(1).max(2_147_483_647)

/**
 * Fields of a platform that staff edit (docs/contract.md#editable-lists). `text` is a name, `position` sorts the rows.
 * The form rules with their messages are in lib/catalog/errors.ts.
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

/** `platform` is the id of the category's platform. */
const categoryFields = z.object({ platform: referencedId, text: nameText, position: positionNumber })
export const categoryInput = categoryFields.superRefine(withRules(categoryRules))
export const categoryRow = categoryFields.extend({ id: z.int() })

export type CategoryInput = z.output<typeof categoryInput>
export type CategoryRow = z.output<typeof categoryRow>

const serviceFields = z.object({
  categoryId: referencedId,
  /** Name of the service. */
  text: nameText,
  /** Price of one unit in won. */
  point: z.number(),
  min: z.int(),
  max: z.int(),
  /** Description of the service. */
  notice: cutLine(MAX_NOTICE_LENGTH).default(''),
  /** True if the service is shown but can't be ordered. */
  isReadOnly: z.boolean().default(false),
  /** True if the service can be ordered as an auto order. */
  enableAuto: z.boolean().default(false),
  /** Days after completion within which a refill can be requested; 0 if there are no refills. */
  refillDays: z.int().default(0),
  /** True if members may ask to cancel an order that was already sent to the provider. */
  canCancel: z.boolean().default(false),
  /** True if a member may have only one open order at a time on a link, among all services of the category. */
  oneOrderPerLink: z.boolean().default(false),
  position: positionNumber,
  type: z.enum(serviceTypeNames).default('Default'),
  /** Id of the provider that fulfils the orders; null or 0 if staff fulfil them. */
  providerId: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .nullish()
    .transform((id) => id || null),
  /** Id, at the provider, of the service that fulfils the orders. */
  providerServiceId: trimmedText(100)
    .nullish()
    .transform((id) => id || null),
  /** Cost of one unit at the provider, in won; null or 0 if it isn't known. */
  cost: z
    .number()
    .nullish()
    .transform((cost) => cost || null),
})

export const serviceInput = serviceFields.superRefine(withRules(serviceRules))
export const serviceRow = serviceFields.extend({ id: z.int() })

export type ServiceInput = z.output<typeof serviceInput>
/** A service with the fields that staff edit; the console's list shows `AdminServiceRow`. */
export type StaffServiceRow = z.output<typeof serviceRow>

/** A service in the console's list, with its sale state, category, platform, provider and sync rule. */
export const adminServiceRow = serviceRow.extend({
  saleState: z.enum(saleStates),
  platformId: z.int(),
  /** Name of the platform. */
  platformText: z.string(),
  /** Name of the category. */
  categoryText: z.string(),
  providerName: z.string().nullable(),
  /**
   * What a sync with the provider's list does to the service: FOLLOW, FREEZE or OFF (`syncRules`); null if the service
   * has no sync rule.
   */
  syncRule: z.string().nullable(),
})

export type AdminServiceRow = z.output<typeof adminServiceRow>

/**
 * Fields of a filter of the service list. `q`: part of the name of a service or category, or the id of a service or of
 * the provider's service that fulfils it. `platform`, `category` and `provider` are ids; provider 0 stands for services
 * that staff fulfil. Without `saleState`, withdrawn services don't match, except a service whose id is `q`.
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
  /**
   * NEW: newest first. SHOP: in the shop's sequence. Other values are the field to sort by; a leading minus sorts it
   * descending.
   */
  sort: z.enum(['NEW', 'SHOP', 'id', '-id', 'point', '-point']).default('NEW'),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

export const serviceFilter = z.object(filterFields(z.int().min(0).max(2_147_483_647)))

/** Filter of the console's list of services; a bulk price change can select services by it, too. */
export type ServiceFilter = z.output<typeof serviceFilter>

export const adminServicePage = z.object({
  rows: z.array(adminServiceRow),
  nextCursor: z.int().nullable(),
  total: z.int(),
})
