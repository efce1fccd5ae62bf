import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'

/** A column that a statement returned: the OID of its PostgreSQL type, and whether it was null in any row. */
export type SeenColumn = { name: string; oid: number; wasNull: boolean }

/**
 * The columns that a statement returned, and the calls on the stack when it ran: `places` are texts 'file:line',
 * innermost first.
 */
export type SeenColumns = { places: string[]; columns: SeenColumn[] }

const root = join(import.meta.dirname, '..')

/**
 * File to which all processes of a test run append the statements that they ran, one line of JSON (`SeenColumns`) each.
 */
export const columnRecordFile = join(root, '.data/seen-rows.jsonl')

const MAX_FRAMES = 16

/**
 * Calls on the stack as positions in the compiled code. These are cheaper to get than source lines, and are the key
 * under which the result of `placesOnStack` is cached.
 */
function rawStack(): string {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = MAX_FRAMES
  Error.prepareStackTrace = (_, calls) => calls.map((call) => `${call.getFileName()}:${call.getPosition()}`).join('\n')
  const { stack = '' } = new Error('where a statement is run')
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  return stack
}

/** Calls on the stack in files of this repository, as 'file:line' of the source, innermost first. */
function placesOnStack(): string[] {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = MAX_FRAMES
  const { stack = '' } = new Error('where a statement is run')
  Error.stackTraceLimit = stackTraceLimit
  return [...stack.matchAll(/\(?(\/[^():]+):(\d+):\d+\)?$/gm)]
    .filter(([, file = '']) => file.startsWith(`${root}/`) && !file.includes('node_modules'))
    .map(([, file = '', line]) => `${file.slice(root.length + 1)}:${line}`)
}

type StatementResult = { fields: { name: string; dataTypeID: number }[]; rows: unknown[][] }

const placesByStack = new Map<string, string[]>()
const writtenLines = new Set<string>()

/** The columns of a result as JSON; '' if it has none. */
const columnsText = ({ fields, rows }: StatementResult): string =>
  fields.length === 0
    ? ''
    : JSON.stringify(
        fields.map(
          ({ name, dataTypeID: oid }, at): SeenColumn => ({
            name,
            oid,
            wasNull: rows.some((row) => row[at] === null),
          }),
        ),
      )

function recordColumns(places: string[], columns: string): void {
  const line = `{"places":${JSON.stringify(places)},"columns":${columns}}`
  if (writtenLines.has(line)) return
  writtenLines.add(line)
  appendFileSync(columnRecordFile, `${line}\n`)
}

/** Number of runs of a statement, in each test file, for which the stack is read. */
const MAX_STACKS = 20

/**
 * Runs of one statement in a test file: their number, the places of its first runs, and the columns recorded for these
 * places (`columnsText`).
 */
type StatementRuns = { count: number; places: Set<string[]>; columns: Set<string> }

let runsByText = new Map<string, StatementRuns>()

/**
 * Starts to record a run of this statement under the place in the code that runs it; call the returned function with
 * the result. Reading the stack takes as long as sending a short statement, so it is read only for the first MAX_STACKS
 * runs. A later run is recorded only if its columns are new, and then under the places of all earlier runs.
 */
function recordRun(text: string): (result: StatementResult) => void {
  const runs = runsByText.get(text) ?? { count: 0, places: new Set(), columns: new Set() }
  runsByText.set(text, runs)
  runs.count += 1
  const stack = runs.count > MAX_STACKS ? null : rawStack()
  const places = stack === null ? null : (placesByStack.get(stack) ?? placesOnStack())
  if (stack !== null && places) placesByStack.set(stack, places)
  return (result) => {
    const columns = columnsText(result)
    if (columns === '' || (!places && runs.columns.has(columns))) return
    if (places) runs.places.add(places)
    runs.columns.add(columns)
    for (const each of places ? [places] : runs.places) recordColumns(each, columns)
  }
}

type Query = (this: unknown, config: unknown, ...more: unknown[]) => unknown

/**
 * Wraps the driver's query function to observe the results of statements of lib/core/db.ts, which is the only code that
 * reads rows as arrays.
 */
function observeResults(query: Query): Query {
  return function observed(config, ...more) {
    const pendingResult = query.call(this, config, ...more)
    const { rowMode, text } = config as { rowMode?: string; text: string }
    if (rowMode !== 'array' || !(pendingResult instanceof Promise)) return pendingResult
    const record = recordRun(text)
    return pendingResult.then((result: StatementResult) => {
      record(result)
      return result
    })
  }
}

let isRecording = false

/**
 * Starts to record, in this process, which columns each statement returns and where in the code it is run.
 * scripts/check-row-types.ts compares the columns with the declared types.
 */
export function startRecordingColumns(): void {
  runsByText = new Map()
  if (isRecording) return
  isRecording = true
  mkdirSync(dirname(columnRecordFile), { recursive: true })
  for (const prototype of [pg.Client.prototype, pg.Pool.prototype] as { query: Query }[])
    prototype.query = observeResults(prototype.query)
}
