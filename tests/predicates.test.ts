import { globSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import type { Predicate } from '#lib/core/predicate.ts'

type AnyPredicate = Predicate<Record<string, unknown>>

const root = join(import.meta.dirname, '..')

const isPredicate = (value: unknown): value is AnyPredicate =>
  typeof value === 'object' && value !== null && 'holds' in value && 'sql' in value && 'samples' in value

/** All predicates that the rules.ts of the domains export, by file and name. */
const declaredPredicates = (
  await Promise.all(
    globSync('lib/**/rules.ts', { cwd: root }).map(async (file) =>
      Object.entries((await import(join(root, file))) as object)
        .filter((entry): entry is [string, AnyPredicate] => isPredicate(entry[1]))
        .map(([name, predicate]) => ({ name: `${file}: ${name}`, predicate })),
    ),
  )
).flat()

const snakeCase = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * SQL type of a column with these sample values. Without samples it is a time, because only times are compared with
 * nothing but null and now.
 */
function typeOf([sample]: readonly unknown[]): string {
  if (typeof sample === 'number') return 'smallint'
  if (typeof sample === 'string') return 'text'
  return typeof sample === 'boolean' ? 'boolean' : 'timestamptz'
}

const otherValues = {
  smallint: [7, -1],
  text: ['OTHER', ''],
  boolean: [true, false],
  timestamptz: [new Date('2020-01-01')],
}

/** Random rows. Their fields have the values that the predicate distinguishes (its samples), other values, or null. */
function rowsOf({ samples }: AnyPredicate) {
  const fields = Object.entries(samples).map(([field, values]) => {
    const rest = otherValues[typeOf(values) as keyof typeof otherValues]
    return [field, fc.constantFrom<unknown>(...values, ...rest, null)] as const
  })
  return fc.array(fc.record(Object.fromEntries(fields)), { minLength: 100, maxLength: 200 })
}

async function evaluateInSql({ samples, sql }: AnyPredicate, rows: readonly object[]): Promise<boolean[]> {
  const fields = Object.entries(samples)
  const json = fields.map(([field, values]) => `(r.row ->> '${field}')::${typeOf(values)} AS ${snakeCase(field)}`)
  const found = await db().rows<{ holds: boolean }>(
    `SELECT ${sql('t')} IS TRUE AS holds
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS r (row, at), LATERAL (SELECT ${json.join(', ')}) AS t ORDER BY r.at`,
    [JSON.stringify(rows)],
  )
  return found.map(({ holds }) => holds)
}

test('the domains declare predicates', () => expect(declaredPredicates.length).toBeGreaterThan(10))

describe.each(declaredPredicates)('$name', ({ predicate }) => {
  test('holds in TypeScript for exactly the rows for which it holds in SQL', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(predicate), async (rows) => {
        expect(await evaluateInSql(predicate, rows)).toEqual(rows.map((row) => predicate.holds(row)))
      }),
      { numRuns: 5 },
    )
  })
})
