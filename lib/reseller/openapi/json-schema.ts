import { z } from 'zod'
import type { FieldMeanings } from '../documentation/call-documentation.ts'

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/**
 * For a pipe, includes the schema after it, where zod includes only its input: lists are read item by item only after
 * their length is checked (lib/core/text.ts), and numbers of a form become integers only after null became 0.
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
 * Bounds to leave out because they aren't the field's own: the largest integer of JavaScript, and the length of a whole
 * request, up to which texts are read before the rules of a service's type bound them.
 */
const MAX_REQUEST_LENGTH = 262_144
const isSafeBound = (value: unknown): boolean => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

type Direction = 'input' | 'output'

/** The schema without what only zod needs. For input also without null, which counts as absent (docs/contract.md#wire). */
function tidied({ $schema: _, ...schema }: JsonSchema, direction: Direction): JsonSchema {
  const each = (value: unknown) => tidied(value as JsonSchema, direction)
  const all = (values: readonly unknown[] | undefined) => values?.map(each)
  const anyOf = all(schema.anyOf)?.filter((value) => direction === 'output' || value.type !== 'null')
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
    tidy.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, value]) => [name, each(value)]))
  if (typeof schema.items === 'object' && !Array.isArray(schema.items)) tidy.items = each(schema.items)
  if (typeof schema.additionalProperties === 'object')
    tidy.additionalProperties = each(schema.additionalProperties) as typeof tidy.additionalProperties
  return tidy
}

const options = { unrepresentable: 'any', reused: 'inline', override: showWholePipe } as const

/** JSON Schema of what a request may contain. */
export const inputSchema = (schema: z.ZodType): JsonSchema =>
  tidied(z.toJSONSchema(schema, { ...options, io: 'input' }), 'input')

/** JSON Schema of what an answer contains. */
export const outputSchema = (schema: z.ZodType): JsonSchema =>
  tidied(z.toJSONSchema(schema, { ...options, io: 'output' }), 'output')

type Parts = JsonSchema & { properties?: Record<string, JsonSchema> }

/** A copy of the schema in which each field, at any depth, has its meaning as its `description`. */
export function described(schema: JsonSchema, meanings: FieldMeanings): JsonSchema {
  const each = (value: unknown) => described(value as JsonSchema, meanings)
  const { properties, items, anyOf, oneOf, additionalProperties } = schema as Parts
  const field = ([name, value]: [string, JsonSchema]) => [
    name,
    { ...each(value), ...(meanings[name] !== undefined && { description: meanings[name] }) },
  ]
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(field)) }),
    ...(typeof items === 'object' && { items: each(items) }),
    ...(anyOf && { anyOf: anyOf.map(each) }),
    ...(oneOf && { oneOf: oneOf.map(each) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: each(additionalProperties) }),
  } as JsonSchema
}
