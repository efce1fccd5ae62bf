import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'

/** A column as a statement returned it. */
export type SeenColumn = { name: string; oid: number; wasNull: boolean }

/** What a statement returned at one place: 'file:line' of the calls on the stack, innermost first. */
export type SeenRows = { places: string[]; columns: SeenColumn[] }

const root = join(import.meta.dirname, '..')

/** One line of JSON a statement, written by all workers of a run. */
export const recordFile = join(root, '.data/seen-rows.jsonl')

const MAX_FRAMES = 8

/** Calls on the stack, unmapped and so at little cost: the same for every run of a statement at one place. */
function rawStack(): string {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = MAX_FRAMES
  Error.prepareStackTrace = (_, calls) => calls.map((call) => `${call.getFileName()}:${call.getPosition()}`).join('\n')
  const { stack = '' } = new Error('where a statement is run')
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  return stack
}

/** Places on the stack that are ours, as 'file:line' of the source, innermost first. */
function placesHere(): string[] {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = MAX_FRAMES
  const { stack = '' } = new Error('where a statement is run')
  Error.stackTraceLimit = stackTraceLimit
  return [...stack.matchAll(/\(?(\/[^():]+):(\d+):\d+\)?$/gm)]
    .filter(([, file = '']) => file.startsWith(`${root}/`) && !file.includes('node_modules'))
    .map(([, file = '', line]) => `${file.slice(root.length + 1)}:${line}`)
}

type Answer = { fields: { name: string; dataTypeID: number }[]; rows: unknown[][] }

const placesOf = new Map<string, string[]>()
const written = new Set<string>()

function record(places: string[], { fields, rows }: Answer): void {
  if (fields.length === 0) return
  const columns = fields.map(({ name, dataTypeID: oid }, at) => ({
    name,
    oid,
    wasNull: rows.some((row) => row[at] === null),
  }))
  const line = JSON.stringify({ places, columns } satisfies SeenRows)
  if (written.has(line)) return
  written.add(line)
  appendFileSync(recordFile, `${line}\n`)
}

type Query = (this: unknown, config: unknown, ...more: unknown[]) => unknown

/** Observes the answers to statements of lib/core/db.ts, which alone asks for rows as arrays. */
function observing(query: Query): Query {
  return function observed(config, ...more) {
    const answer = query.call(this, config, ...more)
    if ((config as { rowMode?: string }).rowMode !== 'array' || !(answer instanceof Promise)) return answer
    const stack = rawStack()
    const places = placesOf.get(stack) ?? placesHere()
    placesOf.set(stack, places)
    return answer.then((result: Answer) => {
      record(places, result)
      return result
    })
  }
}

/**
 * Records in this process which columns each statement returns and where it was run, for the comparison with the types
 * of its rows (scripts/check-row-types.ts).
 */
export function recordRows(): void {
  mkdirSync(dirname(recordFile), { recursive: true })
  for (const prototype of [pg.Client.prototype, pg.Pool.prototype] as { query: Query }[])
    prototype.query = observing(prototype.query)
}
