import { z } from 'zod'
import type { Call } from '#lib/core/call.ts'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Maximum number of fields that a call's row lists. The contract describes a larger schema in a table of its own. */
const MAX_FIELD_NAMES = 30

/**
 * Names of a schema's top-level fields, which the caller joins by commas. A list gives `[a, b]`, or `[…]` if its items
 * have no named fields. A page of rows gives `rows: [a, b]` and `nextCursor`. `…` stands for more than MAX_FIELD_NAMES
 * fields or, after the names, for further fields that the schema allows.
 */
function fieldNamesOf(schema: JsonSchema): string[] {
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (parts) return [...new Set(parts.flatMap(fieldNamesOf))]
  if (schema.type === 'array') return [`[${fieldNamesOf(schema.items ?? {}).join(', ') || '…'}]`]
  const names = Object.entries(schema.properties ?? {}).map(([name, value]) =>
    name === 'rows' ? `rows: ${fieldNamesOf(value).join('')}` : name,
  )
  const isLoose = names.length > 0 && schema.additionalProperties !== undefined && schema.additionalProperties !== false
  return names.length > MAX_FIELD_NAMES ? ['…'] : [...names, ...(isLoose ? ['…'] : [])]
}

/**
 * Text for a call's query, body or answer in the table of calls: the field names, or 'file' for a schema without a JSON
 * type.
 */
export function fieldNamesText(schema: z.ZodType | undefined): string {
  if (!schema) return ''
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as JsonSchema
  if (json.type === undefined && !json.anyOf && !json.oneOf && !json.allOf) return 'file'
  return `\`${fieldNamesOf(json).join(', ') || '{}'}\``
}

const textIf = (given: unknown, text: string): string[] => (given ? [text] : [])

const dryRunText = ({ dryAnswer }: Call): string[] => (dryAnswer ? [`dry run 200 ${fieldNamesText(dryAnswer)}`] : [])

/**
 * Cells of a call's row that follow from its declaration. The last cell, a description, is written by hand and not
 * included.
 */
export function declaredCells(call: Call): string[] {
  const takes = [call.query && `?${fieldNamesText(call.query)}`, fieldNamesText(call.body)].filter(Boolean).join(' ')
  const extras = [
    ...textIf(call.idempotent, 'Idempotency-Key'),
    ...textIf(call.reauth, typeof call.reauth === 'string' ? `x-reauth ${call.reauth}` : 'x-reauth'),
    ...textIf(call.verify, 'signed'),
    ...textIf(call.limit, `limit ${call.limit}`),
    ...textIf(call.exemptFromRateLimit, 'not limited'),
    ...textIf(call.secret, 'secret'),
  ]
  return [
    `\`${call.method} ${call.path}\``,
    call.access,
    takes,
    [`${call.status ?? 200} ${fieldNamesText(call.answer)}`, ...dryRunText(call)].join('; '),
    extras.join(', '),
  ]
}
