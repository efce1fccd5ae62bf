import type { z } from 'zod'
import type { Call } from '#lib/core/call.ts'
import { isCleaner, isCutter } from '#lib/core/text.ts'

// Walks a schema as zod keeps it (`_zod.def`), and says where a text is read before its length is known.

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
 * A field that takes texts: its names from the top, `*` for every item of a list, the most it takes, and whether it
 * loses its invisible characters before anything else reads it.
 */
export type TextField = { path: string[]; most: number; cleaned: boolean }

export type Walked = { fields: TextField[]; faults: string[] }

type At = { path: string[]; bounded: boolean }

const wrappers = ['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'catch', 'readonly'] as const

/** The maximum that stands first, if one does: nothing but our own cut may stand before it. */
function firstMaximum({ checks = [] }: Def): number | null {
  const defs = checks.map(({ _zod }) => _zod.def).filter(({ check, tx }) => !(check === 'overwrite' && isCutter(tx)))
  const first = defs.find(({ check }) => check !== 'min_length')
  return first?.check === 'max_length' && first.abort === true ? (first.maximum ?? null) : null
}

/** Whether what makes it visible comes next after its maximum. */
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

/** What reads values that no schema bounds. `seen` holds what a form saw before, which is compared and no more. */
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

/** Types that hold no text, or only one of a list of them. */
const plain = ['number', 'int', 'boolean', 'bigint', 'enum', 'literal', 'null', 'undefined', 'never', 'transform']

function walk(schema: unknown, at: At, walked: Walked): void {
  const def = defOf(schema)
  const each = walkers[def.type]
  if (each) each(def, at, walked)
  else if (!plain.includes(def.type)) walked.faults.push(`${at.path.join('.')}: no rule for ${def.type}`)
}

/** The text fields of a schema, and what reads a text too early. */
export function walkSchema(schema: z.ZodType): Walked {
  const walked: Walked = { fields: [], faults: [] }
  walk(schema, { path: [], bounded: false }, walked)
  return walked
}

export const parts = ['params', 'query', 'body'] as const

/** The same for a whole call; the first name of a path is the part it stands in. */
export function walkCall(call: Call): Walked {
  const walked: Walked = { fields: [], faults: [] }
  for (const part of parts) {
    const schema = call[part]
    if (schema) walk(schema, { path: [part], bounded: false }, walked)
  }
  return walked
}

/** A body with this value in the named field; a list gets one item where it is empty. */
export function fill(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (name === '*') return [fill(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const fields = Array.isArray(body) ? {} : Object(body)
  return { ...fields, [name]: fill(fields[name], rest, value) }
}
