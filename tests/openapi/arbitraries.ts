import fc from 'fast-check'
import type { OpenApiDocument } from '#lib/reseller/openapi/document.ts'
import type { JsonSchema } from '#lib/reseller/openapi/json-schema.ts'

/**
 * Values by field name, such as ids of existing services and orders. Unlike values generated from the schema alone,
 * they pass the first checks of a call.
 */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>

type ObjectSchema = { properties?: Record<string, JsonSchema>; required?: string[] }

/**
 * Returns functions that make fast-check arbitraries for schemas of the document: values that match the schema and
 * often contain known values.
 */
export function makeArbitraries({ components }: OpenApiDocument, known: KnownValues) {
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref
      ? resolve((components.schemas as Record<string, JsonSchema>)[schema.$ref.split('/').at(-1) ?? ''] ?? {})
      : schema

  function numberOf({ type, minimum = -1_000, maximum = 2_147_483_648 }: JsonSchema): fc.Arbitrary<number> {
    const [min, max] = [Math.ceil(minimum), Math.floor(maximum)]
    const whole = fc.integer({ min, max: Math.min(max, min + 4_294_967_295) })
    return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min: minimum, max: maximum, noNaN: true }))
  }

  const textOf = ({ maxLength = 200, pattern, format }: JsonSchema): fc.Arbitrary<string> =>
    format === 'date-time'
      ? fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
      : pattern
        ? fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength))
        : fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 60) })

  const objectOf = (schema: ObjectSchema): fc.Arbitrary<unknown> => {
    const fields = Object.entries(schema.properties ?? {}).map(([name, value]) => [name, fieldOf(name, value)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  }

  function arbitraryOf(given: JsonSchema): fc.Arbitrary<unknown> {
    const schema = resolve(given)
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const parts = schema.oneOf ?? schema.anyOf
    if (parts) return fc.oneof(...parts.map((part) => arbitraryOf(part as JsonSchema)))
    if (schema.type === 'object') return objectOf(schema as ObjectSchema)
    if (schema.type === 'array')
      return fc.array(arbitraryOf((schema.items ?? {}) as JsonSchema), {
        minLength: schema.minItems ?? 0,
        maxLength: 5,
      })
    if (schema.type === 'boolean') return fc.boolean()
    return schema.type === 'string' ? textOf(schema) : numberOf(schema)
  }

  /** Generates a value for a field: mostly a known value, if there are any for this field. */
  function fieldOf(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
    const values = known[name]
    if (!values) return arbitraryOf(schema)
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: arbitraryOf(schema) })
  }

  return { arbitraryOf, fieldOf }
}
