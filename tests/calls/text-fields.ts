import type { z } from 'zod'
import type { Call } from '#lib/core/call.ts'
import { isCleaner, isCutter } from '#lib/core/text.ts'

// Walks a zod schema (`_zod.def`) and reports where a text is read before its length is checked.

type Def = {
  type: string
  checks?: { _zod: { def: Check } }[]
  format?: string
  catchall?: z.ZodType
  [child: string]: unknown
}
type Check = { check: string; abort?: boolean; maximum?: number; tx?: unknown }

const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def

/**
 * A text field: its path from the root, with `*` for the items of a list; its maximum length; and whether invisible
 * characters are removed before any other check reads it.
 */
export type TextField = { path: string[]; most: number; cleaned: boolean }

export type Walked = { fields: TextField[]; faults: string[] }

type At = { path: string[]; bounded: boolean }

const wrappers = ['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'catch', 'readonly'] as const

/**
 * The maximum length, if it is the first check; only the shop's own cutting of texts and a minimum may precede it.
 * Else null.
 */
function firstMaximum({ checks = [] }: Def): number | null {
  const defs = checks.map(({ _zod }) => _zod.def).filter(({ check, tx }) => !(check === 'overwrite' && isCutter(tx)))
  const first = defs.find(({ check }) => check !== 'min_length')
  return first?.check === 'max_length' && first.abort === true ? (first.maximum ?? null) : null
}

/** Whether the removal of invisible characters comes directly after the maximum. */
function isCleaned({ checks = [] }: Def): boolean {
  const defs = checks.map(({ _zod }) => _zod.def)
  const after = defs.slice(defs.findIndex(({ check }) => check === 'max_length') + 1)
  return isCleaner(after[0]?.tx)
}

function walkText(def: Def, { path, bounded }: At, walked: Walked): void {
  if (bounded) return
  const most = def.format === undefined ? firstMaximum(def) : null
  if (most === null) walked.faults.push(`${path.join('.')}: a text without a maximum before everything else`)
  else walked.fields.push({ path, most, cleaned: isCleaned(def) })
}

function walkList(def: Def, at: At, walked: Walked): void {
  if (at.bounded) walk(def.element, { path: [...at.path, '*'], bounded: false }, walked)
  else if (firstMaximum(def) === null || defOf(def.element).type !== 'unknown')
    walked.faults.push(`${at.path.join('.')}: a list whose items are read before they are counted`)
}

/**
 * Reports a value that no schema bounds. Allowed in `seen`, the values that a form was opened with: they are only
 * compared.
 */
function walkUnknown({ path }: At, walked: Walked): void {
  if (!path.includes('seen')) walked.faults.push(`${path.join('.')}: anything at all`)
}

function walkPipe(def: Def, at: At, walked: Walked): void {
  if (defOf(def.in).type === 'transform') {
    walked.faults.push(`${at.path.join('.')}: changed before it is bounded`)
    walk(def.out, at, walked)
  } else {
    const before = walked.faults.length
    walk(def.in, at, walked)
    walk(def.out, { ...at, bounded: walked.faults.length === before }, walked)
  }
}

function walkObject(def: Def, at: At, walked: Walked): void {
  const shape = def.shape as Record<string, unknown>
  for (const [name, field] of Object.entries(shape)) walk(field, { path: [...at.path, name], bounded: false }, walked)
}

const walkers: Record<string, (def: Def, at: At, walked: Walked) => void> = {
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
    wrappers.map((type) => [type, (def: Def, at: At, walked: Walked) => walk(def.innerType, at, walked)]),
  ),
}

/** Types that contain no text, or only one of a fixed list. */
const plain = ['number', 'int', 'boolean', 'bigint', 'enum', 'literal', 'null', 'undefined', 'never', 'transform']

function walk(schema: unknown, at: At, walked: Walked): void {
  const def = defOf(schema)
  const each = walkers[def.type]
  if (each) each(def, at, walked)
  else if (!plain.includes(def.type)) walked.faults.push(`${at.path.join('.')}: no rule for ${def.type}`)
}

/** The text fields of a schema, and the places where it reads a text too early. */
export function walkSchema(schema: z.ZodType): Walked {
  const walked: Walked = { fields: [], faults: [] }
  walk(schema, { path: [], bounded: false }, walked)
  return walked
}

export const parts = ['params', 'query', 'body'] as const

/** The same for all parts of a call; a path begins with the name of its part. */
export function walkCall(call: Call): Walked {
  const walked: Walked = { fields: [], faults: [] }
  for (const part of parts) {
    const schema = call[part]
    if (schema) walk(schema, { path: [part], bounded: false }, walked)
  }
  return walked
}

/** A copy of the body with this value in the named field; an empty list gets one item. */
export function fill(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (name === '*') return [fill(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const fields = Array.isArray(body) ? {} : Object(body)
  return { ...fields, [name]: fill(fields[name], rest, value) }
}
