import { z } from 'zod'
import type { FieldRow } from './blocks.ts'
import type { FieldMeanings } from './call-documentation.ts'

/** The parts of a JSON Schema that this file reads. */
type SchemaNode = {
  type?: string | readonly string[]
  const?: unknown
  maxLength?: number
  properties?: Readonly<Record<string, SchemaNode>>
  required?: readonly string[]
  items?: SchemaNode
  anyOf?: readonly SchemaNode[]
  additionalProperties?: SchemaNode | boolean
}

export type SchemaSide = 'input' | 'output'

/** Converts a schema of a call to JSON Schema, as the caller sees the request ('input') or response ('output'). */
const nodeOf = (schema: z.ZodType, io: SchemaSide): SchemaNode =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // A bounded list (lib/core/text.ts) is z.array(z.unknown()).pipe(z.array(item)), so that its length is checked
    // first. For a request, toJSONSchema describes only the first part, so the items are added from the second part.
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      if (_zod.def.type !== 'pipe' || jsonSchema.type !== 'array') return
      const { items } = nodeOf(_zod.def.out as z.ZodType, 'input') as { items?: object }
      if (items) jsonSchema.items = items as typeof jsonSchema.items
    },
  }) as SchemaNode

/** Fields of an object, of the items of a list, or of all variants of a response together; each name once. */
function fieldsIn(node: SchemaNode): [name: string, field: SchemaNode, required: boolean][] {
  const direct = Object.entries(node.properties ?? {}).map(([name, field]): [string, SchemaNode, boolean] => [
    name,
    field,
    node.required?.includes(name) ?? false,
  ])
  const inner = [...(node.anyOf ?? []), ...(node.items ? [node.items] : [])].flatMap(fieldsIn)
  const lists = direct.flatMap(([, field]) => (field.items ? fieldsIn(field.items) : []))
  const values = typeof node.additionalProperties === 'object' ? fieldsIn(node.additionalProperties) : []
  return [...new Map([...values, ...lists, ...inner, ...direct].map((field) => [field[0], field])).values()]
}

const typeNames: Readonly<Record<string, string>> = {
  string: '문자열',
  integer: '정수',
  number: '숫자',
  boolean: 'true/false',
  array: '배열',
  object: '객체',
  null: 'null',
}

/**
 * Largest maximum length that is shown. A larger one in a schema only bounds how much text the field's rules read; the
 * rules themselves set a lower limit.
 */
const MAX_SHOWN_LENGTH = 10_000

function typeText(node: SchemaNode): string[] {
  if (node.anyOf) return node.anyOf.flatMap(typeText)
  if (node.const !== undefined) return [String(node.const)]
  return [node.type ?? []].flat().map((type) => {
    const name = typeNames[type] ?? type
    const isLimited = type === 'string' && node.maxLength !== undefined && node.maxLength <= MAX_SHOWN_LENGTH
    return isLimited ? `${name} (최대 ${node.maxLength?.toLocaleString('ko-KR')}자)` : name
  })
}

/** Names of all fields of a schema. A test checks that each of them is documented. */
export const fieldNames = (schema: z.ZodType, io: SchemaSide): string[] =>
  fieldsIn(nodeOf(schema, io)).map(([name]) => name)

type FieldTexts = { meanings: FieldMeanings; types?: FieldMeanings; required?: readonly string[] }

/**
 * Rows for the documented fields of a schema, in the sequence of `meanings`. `types`: types of fields whose schema
 * doesn't state them. `required`: fields that the request must have.
 */
export function fieldRows(
  schema: z.ZodType,
  io: SchemaSide,
  { meanings, types = {}, required = [] }: FieldTexts,
): FieldRow[] {
  const fields = new Map(fieldsIn(nodeOf(schema, io)).map(([name, field, isRequired]) => [name, { field, isRequired }]))
  return Object.entries(meanings).map(([name, meaning]) => {
    const { field = {}, isRequired = false } = fields.get(name) ?? {}
    const isHidden = (type: string) => type === 'null' && io === 'input'
    const type = [...new Set(typeText(field))].filter((each) => !isHidden(each)).join(' 또는 ')
    return {
      name,
      type: types[name] ?? type,
      required: io === 'output' ? isRequired : required.includes(name),
      meaning,
    }
  })
}
