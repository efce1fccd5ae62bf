import { readFileSync } from 'node:fs'
import { fieldNameOfColumn } from '#lib/core/db.ts'
import { columnRecordFile, type SeenColumn, type SeenColumns } from './record-columns.ts'
import { findTypedRows, type TypedField, type TypedRows } from './row-types.ts'

/** Kind of JavaScript value into which lib/core/db.ts converts each PostgreSQL type, by the type's OID. */
const valueKindOfOid: Record<number, string> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'bigint',
  21: 'number',
  23: 'number',
  25: 'string',
  114: 'any',
  650: 'string',
  701: 'number',
  869: 'string',
  1005: 'number[]',
  1007: 'number[]',
  1009: 'string[]',
  1015: 'string[]',
  1043: 'string',
  1082: 'Date',
  1184: 'Date',
  1700: 'string',
  2950: 'string',
  3802: 'any',
}

function fieldFault(field: TypedField, { oid, wasNull }: SeenColumn): string | null {
  const kind = valueKindOfOid[oid]
  if (!kind) return `has PostgreSQL's type ${oid}, which valueKindOfOid doesn't know`
  const isRight = kind === 'any' || field.kinds.includes('any') || (field.kinds.length === 1 && field.kinds[0] === kind)
  if (!isRight) return `is read as ${kind}, but its type is ${field.kinds.join(' | ') || 'null'}`
  return wasNull && !field.nullable ? 'was null, which its type rules out' : null
}

/**
 * Differences between the declared type of a statement's rows and the columns that the statement returned, one line
 * each.
 */
export function compareRowType({ fields }: TypedRows, columns: readonly SeenColumn[]): string[] {
  const byName = new Map(columns.map((column) => [fieldNameOfColumn(column.name), column]))
  return Object.entries(fields).flatMap(([name, field]) => {
    const column = byName.get(name)
    const fault = column ? fieldFault(field, column) : field.optional ? null : 'is not among the columns'
    return fault ? [`${name} ${fault}`] : []
  })
}

/**
 * Columns that each statement returned while the unit tests ran, by the place ('file:line') that declares the type of
 * its rows.
 */
function seenByPlace(typed: ReadonlyMap<string, TypedRows>): Map<string, SeenColumn[][]> {
  const seen = new Map<string, SeenColumn[][]>()
  for (const line of readFileSync(columnRecordFile, 'utf8').split('\n').filter(Boolean)) {
    const { places, columns }: SeenColumns = JSON.parse(line)
    const place = places.find((each) => typed.has(each))
    if (place) seen.set(place, [...(seen.get(place) ?? []), columns])
  }
  return seen
}

/**
 * Compares the declared types of rows with what PostgreSQL returned while the unit tests ran: names, kinds of values,
 * and nulls. A statement that no test ran is also a fault.
 */
export function findRowTypeFaults(): string[] {
  const typed = new Map(findTypedRows().map((each) => [each.place, each]))
  const seen = seenByPlace(typed)
  return [...typed.values()].flatMap((each) => {
    const columnLists = seen.get(each.place)
    if (!columnLists) return [`${each.place}: no unit test runs this statement`]
    return [...new Set(columnLists.flatMap((columns) => compareRowType(each, columns)))].map(
      (fault) => `${each.place}: ${fault}`,
    )
  })
}
