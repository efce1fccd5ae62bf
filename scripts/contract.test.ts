import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#lib/core/call.ts'
import { settingKeys } from '#lib/settings/schema.ts'
import { registry } from '#lib/web/registry.ts'

// docs/contract.md is written by hand. What code can say for itself is compared with it here, cell by cell: a call, a
// field, a setting or a refusal that only one of the two has fails.

const root = join(import.meta.dirname, '..')
const document = readFileSync(join(root, 'docs/contract.md'), 'utf8')

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const tableRows = document
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map(cellsOf)

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** More names than this are a table of their own. */
const MAX_NAMES = 30

/** The names of a schema's top level: `a, b`, `[a, b]` for a list, `rows: [a, b], nextCursor` for a page; `…` for any. */
function namesOf(schema: JsonSchema): string[] {
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (parts) return [...new Set(parts.flatMap(namesOf))]
  if (schema.type === 'array') return [`[${namesOf(schema.items ?? {}).join(', ') || '…'}]`]
  const names = Object.entries(schema.properties ?? {}).map(([name, value]) =>
    name === 'rows' ? `rows: ${namesOf(value).join('')}` : name,
  )
  const isLoose = names.length > 0 && schema.additionalProperties !== undefined && schema.additionalProperties !== false
  return names.length > MAX_NAMES ? ['…'] : [...names, ...(isLoose ? ['…'] : [])]
}

function shapeOf(schema: z.ZodType | undefined): string {
  if (!schema) return ''
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as JsonSchema
  if (json.type === undefined && !json.anyOf && !json.oneOf && !json.allOf) return 'file'
  return `\`${namesOf(json).join(', ') || '{}'}\``
}

const optional = (given: unknown, text: string): string[] => (given ? [text] : [])

/** The cells of a call that its declaration decides; the last cell, what it does, is left to its writer. */
function declaredCells(call: Call): string[] {
  const takes = [call.query && `?${shapeOf(call.query)}`, shapeOf(call.body)].filter(Boolean).join(' ')
  const also = [
    ...optional(call.idempotent, 'Idempotency-Key'),
    ...optional(call.reauth, call.reauth === 'optional' ? 'x-reauth optional' : 'x-reauth'),
    ...optional(call.verify, 'signed'),
    ...optional(call.limit, `limit ${call.limit}`),
    ...optional(call.uncounted, 'not limited'),
    ...optional(call.secret, 'secret'),
  ]
  return [
    `\`${call.method} ${call.path}\``,
    call.access,
    takes,
    `${call.status ?? 200} ${shapeOf(call.answer)}`,
    also.join(', '),
  ]
}

const isCallRow = ([first = '']: string[]): boolean => /^`(GET|POST|PUT|PATCH|DELETE) \//.test(first)

test('every call of the registry stands in the contract as it is declared, and no other', () => {
  const documented = tableRows.filter(isCallRow)
  const byName = (a: string[], b: string[]) => (a[0] ?? '').localeCompare(b[0] ?? '')
  expect(documented.map((cells) => cells.slice(0, 5)).toSorted(byName)).toEqual(
    registry.map(declaredCells).toSorted(byName),
  )
  expect(documented.filter((cells) => !cells[5])).toEqual([])
})

test('every setting stands in the contract, and no other', () => {
  const documented = tableRows.flatMap(([first = '']) => /^`([A-Z_]{6,})`$/.exec(first)?.[1] ?? [])
  expect(documented.toSorted()).toEqual(settingKeys.toSorted())
})

const isKorean = (text: string): boolean => /[가-힣]/.test(text)

/** The sentences of a file of refusals; what is filled in is written `…`. */
function sentencesOf(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(/'([^'\n]*)'|`([^`]*)`/g)]
    .map(([, plain, template]) => plain ?? (template ?? '').replace(/\$\{[^}]*\}/g, '…'))
    .filter(isKorean)
}

test('every refusal stands in the contract, and no other', () => {
  const files = globSync(['lib/**/errors.ts', 'lib/core/pipeline-messages.ts'], { cwd: root })
  const written = new Set(files.flatMap(sentencesOf))
  const documented = new Set(tableRows.filter(([, says = '']) => isKorean(says)).map(([, says = '']) => says))
  expect([...documented].toSorted()).toEqual([...written].toSorted())
})
