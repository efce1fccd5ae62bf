import { z } from 'zod'
import { formNumber, withRules } from '#lib/core/form-fields.ts'
import { boundedList, cutLine, trimmedText } from '#lib/core/text.ts'
import { apiKeyRules, rotationRules } from './errors.ts'
import { keyScopes, MAX_KEY_ADDRESS_LENGTH, MAX_KEY_ADDRESSES, MAX_KEY_NAME_LENGTH } from './rules.ts'

const fields = {
  name: cutLine(MAX_KEY_NAME_LENGTH),
  scopes: boundedList(z.enum(keyScopes), keyScopes.length),
  /** IP addresses and ranges that calls may come from; if empty, calls may come from anywhere. */
  addresses: boundedList(trimmedText(MAX_KEY_ADDRESS_LENGTH), MAX_KEY_ADDRESSES),
  /** Maximum total price of a day's orders with the key, in won; 0 means no cap. */
  dailyCap: z.number(),
}

const withKeyRules = withRules(apiKeyRules)

export const newApiKeyInput = z
  .object({
    name: fields.name.nullish().transform((name) => name ?? ''),
    scopes: fields.scopes.nullish().transform((scopes) => scopes ?? [...keyScopes]),
    addresses: fields.addresses.nullish().transform((addresses) => addresses ?? []),
    dailyCap: formNumber,
    /** True: a test key, whose orders are simulated. */
    test: z
      .boolean()
      .nullish()
      .transform((test) => test ?? false),
  })
  .superRefine(withKeyRules)

export type NewApiKeyInput = z.output<typeof newApiKeyInput>

/** Change of an API key; an absent field keeps its value. */
export const apiKeyChange = z
  .object({
    name: fields.name.nullish(),
    scopes: fields.scopes.nullish(),
    addresses: fields.addresses.nullish(),
    dailyCap: fields.dailyCap.nullish(),
    frozen: z.boolean().nullish(),
  })
  .superRefine(withKeyRules)

export type ApiKeyChange = z.output<typeof apiKeyChange>

/** Rotation of an API key: the number of hours for which the replaced key continues to work. */
export const rotationInput = z.object({ overlapHours: formNumber }).superRefine(withRules(rotationRules))

export const apiKeyRow = z.object({
  id: z.int(),
  /** Empty for the first key. */
  name: z.string(),
  isFirst: z.boolean(),
  /** True for a test key, whose orders are simulated. */
  test: z.boolean(),
  /** The key's prefix and last four characters, with dots between. */
  masked: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  addresses: z.array(z.string()),
  /** Maximum total price of a day's orders with the key, in won; 0 means no cap. */
  dailyCap: z.number(),
  /**
   * Total price of today's orders with the key, in won; 0 for a key without a cap, because its orders aren't added up.
   */
  spentToday: z.number(),
  frozen: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When the key was last used, with a precision of ten minutes; null if never. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Time until which the key replaced by the last rotation still works; null if no replaced key works. */
  formerUntil: z.iso.datetime().nullable(),
  /**
   * The whole key; present only for test keys. Other keys are shown whole only by the calls that make or rotate them.
   * The profile also shows the first key.
   */
  apiKey: z.string().optional(),
})

export type ApiKeyRow = z.output<typeof apiKeyRow>

/**
 * A new or rotated key with its whole text (`apiKey`). Later calls return the whole text only for test keys and the
 * first key.
 */
export const shownApiKey = apiKeyRow.extend({ apiKey: z.string() })

/** An API key with its whole text, where `ApiKeyRow` has it masked. */
export type ShownApiKey = z.output<typeof shownApiKey>
