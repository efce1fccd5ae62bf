import type { z } from 'zod'
import type { Call } from '#lib/core/call.ts'
import { isCleaningChange, isCuttingChange } from '#lib/core/text.ts'

// Walks through a zod schema (by its internal definition `_zod.def`) and lists its text fields. Reports as faults the
// places where the schema processes a value before the value's size is limited. The size is the length of a text or the
// number of items of a list. In such a place a caller could make the server process a value of any size.

/** The parts of zod's internal definition of a schema that the walk reads. */
type SchemaDef = {
  type: string
  checks?: { _zod: { def: Check } }[]
  format?: string
  catchall?: z.ZodType
  [child: string]: unknown
}
type Check = { check: string; abort?: boolean; maximum?: number; tx?: unknown }

const defOf = (schema: unknown): SchemaDef => (schema as { _zod: { def: SchemaDef } })._zod.def

/**
 * A text field: its path from the root, with `*` for the items of a list; its maximum length; and whether invisible
 * characters are removed before any further check (`cleaned`).
 */
export type TextField = { path: string[]; maxLength: number; cleaned: boolean }

export type WalkResult = { fields: TextField[]; faults: string[] }

/** The walk's position: the path from the root, and whether the size of the value there is limited already. */
type Position = { path: string[]; bounded: boolean }

/** Schema types that contain another schema in `innerType`. */
const wrapperTypes = ['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'catch', 'readonly'] as const

/**
 * The maximum of the schema's `max_length` check. Null if there is no such check, if it doesn't abort, or if another
 * check runs before it. Only a minimum and the truncation by `cutText` and its variants (lib/core/text.ts) may run
 * before it.
 */
function firstMaximum({ checks = [] }: SchemaDef): number | null {
  const defs = checks
    .map(({ _zod }) => _zod.def)
    .filter(({ check, tx }) => !(check === 'overwrite' && isCuttingChange(tx)))
  const first = defs.find(({ check }) => check !== 'min_length')
  return first?.check === 'max_length' && first.abort === true ? (first.maximum ?? null) : null
}

/** True if invisible characters are removed directly after the check of the maximum length. */
function isCleaned({ checks = [] }: SchemaDef): boolean {
  const defs = checks.map(({ _zod }) => _zod.def)
  const after = defs.slice(defs.findIndex(({ check }) => check === 'max_length') + 1)
  return isCleaningChange(after[0]?.tx)
}

function walkText(def: SchemaDef, { path, bounded }: Position, walked: WalkResult): void {
  if (bounded) return
  const most = def.format === undefined ? firstMaximum(def) : null
  if (most === null) walked.faults.push(`${path.join('.')}: a text without a maximum before everything else`)
  else walked.fields.push({ path, maxLength: most, cleaned: isCleaned(def) })
}

function walkList(def: SchemaDef, at: Position, walked: WalkResult): void {
  if (at.bounded) walk(def.element, { path: [...at.path, '*'], bounded: false }, walked)
  else if (firstMaximum(def) === null || defOf(def.element).type !== 'unknown')
    walked.faults.push(`${at.path.join('.')}: a list whose items are read before they are counted`)
}

/**
 * Reports a value that no schema limits. Only `seen`, the values that a form was opened with, may be such a value: they
 * are compared but not processed.
 */
function walkUnknown({ path }: Position, walked: WalkResult): void {
  if (!path.includes('seen')) walked.faults.push(`${path.join('.')}: anything at all`)
}

function walkPipe(def: SchemaDef, at: Position, walked: WalkResult): void {
  if (defOf(def.in).type === 'transform') {
    walked.faults.push(`${at.path.join('.')}: changed before it is bounded`)
    walk(def.out, at, walked)
  } else {
    const before = walked.faults.length
    walk(def.in, at, walked)
    walk(def.out, { ...at, bounded: walked.faults.length === before }, walked)
  }
}

function walkObject(def: SchemaDef, at: Position, walked: WalkResult): void {
  const shape = def.shape as Record<string, unknown>
  for (const [name, field] of Object.entries(shape)) walk(field, { path: [...at.path, name], bounded: false }, walked)
}

const walkers: Record<string, (def: SchemaDef, at: Position, walked: WalkResult) => void> = {
  string: walkText,
  array: walkList,
  object: walkObject,
  pipe: walkPipe,
  unknown: (_, at, walked) => walkUnknown(at, walked),
  any: (_, at, walked) => walkUnknown(at, walked),
  record: ({ keyType, valueType }, { path }, walked) => {
    walk(keyType, { path: [...path, '(name)'], bounded: false }, walked)
    walk(valueType, { path: [...path, '*'], bounded: false }, walked)
  },
  union: ({ options }, at, walked) => {
    for (const option of options as unknown[]) walk(option, at, walked)
  },
  tuple: ({ items }, { path }, walked) => {
    for (const item of items as unknown[]) walk(item, { path: [...path, '*'], bounded: false }, walked)
  },
  ...Object.fromEntries(
    wrapperTypes.map((type) => [
      type,
      (def: SchemaDef, at: Position, walked: WalkResult) => walk(def.innerType, at, walked),
    ]),
  ),
}

/** Schema types without text, or with texts of a fixed list only. */
const textlessTypes = [
  'number',
  'int',
  'boolean',
  'bigint',
  'enum',
  'literal',
  'null',
  'undefined',
  'never',
  'transform',
]

function walk(schema: unknown, at: Position, walked: WalkResult): void {
  const def = defOf(schema)
  const each = walkers[def.type]
  if (each) each(def, at, walked)
  else if (!textlessTypes.includes(def.type)) walked.faults.push(`${at.path.join('.')}: no rule for ${def.type}`)
}

/**
 * Lists the text fields of a schema and, as `faults`, the places where the schema processes a value before the value's
 * size is limited.
 */
export function walkSchema(schema: z.ZodType): WalkResult {
  const walked: WalkResult = { fields: [], faults: [] }
  walk(schema, { path: [], bounded: false }, walked)
  return walked
}

/** The parts of a request that a call's schemas check. */
export const requestParts = ['params', 'query', 'body'] as const

/** Applies `walkSchema` to a call's params, query and body together. A path begins with the name of its part. */
export function walkCall(call: Call): WalkResult {
  const walked: WalkResult = { fields: [], faults: [] }
  for (const part of requestParts) {
    const schema = call[part]
    if (schema) walk(schema, { path: [part], bounded: false }, walked)
  }
  return walked
}

/** Copies the body with this value at the path. An empty list on the path gets one item. */
export function withValueAt(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (name === '*') return [withValueAt(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const fields = Array.isArray(body) ? {} : Object(body)
  return { ...fields, [name]: withValueAt(fields[name], rest, value) }
}
