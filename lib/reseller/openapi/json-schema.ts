import { z } from 'zod'
import type { FieldMeanings } from '../documentation/call-documentation.ts'

/** A schema of JSON Schema 2020-12, the version that OpenAPI 3.1 uses. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/**
 * Completes the schema of a pipe's input, for which zod describes only the pipe's first schema. Adds what the second
 * schema says about items and numbers. The second schema is more exact if a list's length is checked before its items
 * (lib/core/text.ts), or if null becomes 0 before a number is checked.
 */
const showWholePipe: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe') return
  const out = inputSchema(def.out as z.ZodType)
  if (out.type === 'array' && jsonSchema.type === 'array') jsonSchema.items = out.items ?? {}
  if (out.type === 'number' || out.type === 'integer') Object.assign(jsonSchema, out)
}

/** Removes null from a `type` such as ['number', 'null'], which zod writes for a nullable value. */
const withoutNull = (type: NonNullable<JsonSchema['type']>): NonNullable<JsonSchema['type']> =>
  [type].flat().find((each) => each !== 'null') ?? type

/**
 * Maximum length of a whole request. A field with this maximum length has no limit of its own, so its limit isn't
 * shown.
 */
const MAX_REQUEST_LENGTH = 262_144

/**
 * True for the largest safe integer, positive or negative. zod writes it as the bound of an integer that has no bound.
 */
const isSafeBound = (value: unknown): boolean => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

type Direction = 'input' | 'output'

/**
 * Removes parts of a schema that only zod needs. From the schema of a request it also removes null, which counts as an
 * absent value (docs/contract.md#wire).
 */
function tidySchema({ $schema: _, ...schema }: JsonSchema, direction: Direction): JsonSchema {
  const tidyOne = (value: unknown) => tidySchema(value as JsonSchema, direction)
  const tidyAll = (values: readonly unknown[] | undefined) => values?.map(tidyOne)
  const anyOf = tidyAll(schema.anyOf)?.filter((value) => direction === 'output' || value.type !== 'null')
  const { anyOf: __, type, minimum, maximum, minItems, maxLength, propertyNames: ___, ...rest } = schema
  const tidy: JsonSchema = {
    ...(anyOf && (anyOf.length === 1 ? anyOf[0] : { anyOf })),
    ...(type !== undefined && { type: direction === 'input' ? withoutNull(type) : type }),
    ...rest,
    ...(minItems && { minItems }),
    ...(maxLength !== undefined && maxLength < MAX_REQUEST_LENGTH && { maxLength }),
    ...(minimum !== undefined && !isSafeBound(minimum) && { minimum }),
    ...(maximum !== undefined && !isSafeBound(maximum) && { maximum }),
  }
  if (schema.properties)
    tidy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, value]) => [name, tidyOne(value)]),
    )
  if (typeof schema.items === 'object' && !Array.isArray(schema.items)) tidy.items = tidyOne(schema.items)
  if (typeof schema.additionalProperties === 'object')
    tidy.additionalProperties = tidyOne(schema.additionalProperties) as typeof tidy.additionalProperties
  return tidy
}

const options = { unrepresentable: 'any', reused: 'inline', override: showWholePipe } as const

/** JSON Schema of the values that a request may contain. */
export const inputSchema = (schema: z.ZodType): JsonSchema =>
  tidySchema(z.toJSONSchema(schema, { ...options, io: 'input' }), 'input')

/** JSON Schema of the values that a response contains. */
export const outputSchema = (schema: z.ZodType): JsonSchema =>
  tidySchema(z.toJSONSchema(schema, { ...options, io: 'output' }), 'output')

type SchemaWithFields = JsonSchema & { properties?: Record<string, JsonSchema> }

/** Copy of a schema in which each field, at any depth, has its text of `meanings` as `description`. */
export function withDescriptions(schema: JsonSchema, meanings: FieldMeanings): JsonSchema {
  const describe = (value: unknown) => withDescriptions(value as JsonSchema, meanings)
  const { properties, items, anyOf, oneOf, additionalProperties } = schema as SchemaWithFields
  const describeField = ([name, value]: [string, JsonSchema]) => [
    name,
    { ...describe(value), ...(meanings[name] !== undefined && { description: meanings[name] }) },
  ]
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(describeField)) }),
    ...(typeof items === 'object' && { items: describe(items) }),
    ...(anyOf && { anyOf: anyOf.map(describe) }),
    ...(oneOf && { oneOf: oneOf.map(describe) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: describe(additionalProperties) }),
  } as JsonSchema
}
