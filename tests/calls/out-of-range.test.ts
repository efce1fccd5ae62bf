import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import type { Call } from '#lib/core/call.ts'
import { registry } from '#lib/web/registry.ts'
import type { CallTestRow } from '#lib/web/testing/row.ts'
import {
  type CallerName,
  callerNames,
  callNameOf,
  callTestRows,
  canSeeRecord,
  expectedAccess,
  makeSendAs,
} from './matrix.ts'
import { withValueAt } from './text-fields.ts'

// Sends values that JavaScript can hold but PostgreSQL's types can't: ids beyond the type integer, and times that zod
// accepts. A call must refuse them itself, because an error of the database would be answered with 500.

afterAll(() => expectBooksBalance())

const LARGE_NUMBERS = [2_147_483_648, Number.MAX_SAFE_INTEGER]
const ODD_TIMES = ['0000-06-01T00:00:00Z', '2026-11-22T18:00:00+23:00', '9999-12-31T23:59:59-12:00']

const isTime = (value: unknown): boolean => z.iso.datetime({ offset: true }).safeParse(value).success

const oddValuesFor = (value: unknown): unknown[] => {
  if (typeof value === 'number') return [...LARGE_NUMBERS, null]
  return isTime(value) ? [...ODD_TIMES, null] : [null]
}

/** Paths of all values in a valid body. Of each list only the first item is included. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const entries = Array.isArray(value) ? value.slice(0, 1).map((item) => ['*', item] as const) : Object.entries(value)
  return entries.flatMap(([name, inner]) => pathsOf(inner).map((path) => [name, ...path]))
}

const valueAt = (body: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined ? body : valueAt(name === '*' ? (body as unknown[])[0] : Object(body)[name], rest)

const callerWithAccess = (row: CallTestRow): CallerName | undefined =>
  callerNames.find((name) => expectedAccess(row, name) === 'in' && canSeeRecord(row, name))

/**
 * Sends the call with values out of range in its query, one at a time. Returns the values that were answered with a
 * 5xx.
 */
async function faultsOfQuery(call: Call, row: CallTestRow, name: CallerName): Promise<string[]> {
  const ask = makeSendAs(call, row, name)
  const faults: string[] = []
  for (const field of call.query instanceof z.ZodObject ? Object.keys(call.query.shape) : [])
    for (const value of [...LARGE_NUMBERS, ...ODD_TIMES]) {
      const search = new URLSearchParams([...new URLSearchParams(row.query?.good), [field, String(value)]]).toString()
      if ((await ask({ search })).status >= 500) faults.push(search)
    }
  return faults
}

/**
 * Sends the call with values out of range in its body, one at a time. Returns the values that were answered with a 5xx.
 */
async function faultsOfBody(call: Call, row: CallTestRow, name: CallerName): Promise<string[]> {
  // Requests that share a caller may change each other's records. That does no harm here, because the values are
  // refused before any record is read.
  const ask = makeSendAs(call, row, name)
  const faults: string[] = []
  let right: unknown
  await ask({ change: (body) => (right = body) })
  for (const path of right === undefined ? [] : pathsOf(right))
    for (const value of oddValuesFor(valueAt(right, path))) {
      const change = (body: unknown) => withValueAt(body, path, value)
      if ((await ask({ change })).status >= 500) faults.push(`${path.join('.')}=${value}`)
    }
  return faults
}

test.each(registry.map((call) => [callNameOf(call), call] as const))(
  '%s answers a number, a time or a null beyond what the database can hold without a 5xx',
  { timeout: 300_000 },
  async (callName, call) => {
    const row = callTestRows[callName]
    const name = row && callerWithAccess(row)
    if (!row || !name) throw new Error(`no caller for ${callName}`)
    expect([...(await faultsOfQuery(call, row, name)), ...(await faultsOfBody(call, row, name))]).toEqual([])
  },
)
