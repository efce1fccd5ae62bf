/**
 * A rule about a row, such as "this charge can be approved", declared once for TypeScript and for SQL. A domain
 * declares its predicates in rules.ts, which browsers can load; screens call `holds`, statements interpolate `sql`.
 *
 * @example
 * const approvable = predicate<ChargeState>({ status: PENDING }, { status: FAIL, outcome: 'EXPIRED' })
 * approvable.holds(charge)
 * `SELECT id FROM charges c WHERE ${approvable.sql('c')}`
 * // … WHERE (c.status = 0 OR (c.status = 2 AND c.outcome = 'EXPIRED'))
 */
export type Predicate<Row> = {
  /** True if the row fulfils the rule at the time `now`, by default the current time. */
  holds(row: Row, now?: Date): boolean
  /**
   * SQL condition on the columns of a table, or of the table with this alias. It is true for exactly the rows for which
   * `holds` is true. For other rows it is false or NULL, so negate it by `IS NOT TRUE`, not by NOT.
   */
  sql(alias?: string): string
  /** Values that the rule distinguishes, by field, for the test that compares `holds` with `sql` for all of them. */
  readonly samples: Readonly<Record<string, readonly unknown[]>>
}

type FieldValue = string | number | boolean | null

/** A test of one field, for TypeScript and for SQL, that a list of allowed values can't express. */
export type FieldTest = {
  holds(value: unknown, now: Date): boolean
  sql(column: string): string
  samples: readonly unknown[]
}

/**
 * One way to fulfil a rule: for each field that matters, the allowed value, several allowed values, or a test. Every
 * one of these fields has to pass. Fields are named as in TypeScript; their columns are the same names in snake_case.
 */
export type Alternative<Row> = { readonly [Field in keyof Row]?: FieldValue | readonly FieldValue[] | FieldTest }

const sqlLiteral = (value: FieldValue): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

const HOUR = 3_600_000
const sampleTimes = [new Date(Date.now() - 24 * HOUR), new Date(Date.now() + 24 * HOUR)]

const isNull = (value: unknown): value is null | undefined => value === null || value === undefined

const isLater = (value: unknown, now: Date): boolean => new Date(value as Date | string).getTime() > now.getTime()

/** Test that the field isn't null. */
export const notNull: FieldTest = {
  holds: (value) => !isNull(value),
  sql: (column) => `${column} IS NOT NULL`,
  samples: sampleTimes,
}

/** Test that the field isn't null and differs from `other`. */
export const otherThan = (other: string | number): FieldTest => ({
  holds: (value) => !isNull(value) && value !== other,
  sql: (column) => `${column} <> ${sqlLiteral(other)}`,
  samples: [other],
})

/** Test that the field is a time in the future. */
export const inFuture: FieldTest = {
  holds: (value, now) => !isNull(value) && isLater(value, now),
  sql: (column) => `${column} > now()`,
  samples: sampleTimes,
}

/** Test that the field is a time that isn't in the future. */
export const inPast: FieldTest = {
  holds: (value, now) => !isNull(value) && !isLater(value, now),
  sql: (column) => `${column} <= now()`,
  samples: sampleTimes,
}

/** Test that the field is null, or a time that isn't in the future. */
export const notInFuture: FieldTest = {
  holds: (value, now) => isNull(value) || !isLater(value, now),
  sql: (column) => `coalesce(${column}, 'epoch') <= now()`,
  samples: sampleTimes,
}

const equals = (expected: FieldValue): FieldTest => ({
  holds: (value) => (expected === null ? isNull(value) : value === expected),
  sql: (column) => {
    if (typeof expected === 'boolean') return expected ? column : `NOT ${column}`
    return expected === null ? `${column} IS NULL` : `${column} = ${sqlLiteral(expected)}`
  },
  samples: expected === null ? [] : [expected],
})

/** Test that the field has one of these values; null may be among them. */
function oneOf(values: readonly FieldValue[]): FieldTest {
  const nonNullValues = values.filter((value) => value !== null)
  const inListSql = (column: string) => `${column} IN (${nonNullValues.map(sqlLiteral).join(', ')})`
  return {
    holds: (value) => values.some((each) => equals(each).holds(value, new Date())),
    sql: (column) =>
      nonNullValues.length === values.length ? inListSql(column) : `(${inListSql(column)} OR ${column} IS NULL)`,
    samples: nonNullValues,
  }
}

function fieldTestOf(allowed: FieldValue | readonly FieldValue[] | FieldTest): FieldTest {
  if (Array.isArray(allowed)) return oneOf(allowed)
  return typeof allowed === 'object' && allowed !== null ? (allowed as FieldTest) : equals(allowed as FieldValue)
}

const columnOf = (field: string, alias: string): string =>
  `${alias && `${alias}.`}${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`

const joinedConditions = (conditions: readonly string[], by: 'AND' | 'OR'): string =>
  conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(` ${by} `)})`

function alternativePredicate<Row>(alternative: Alternative<Row>): Predicate<Row> {
  const tests = Object.entries(alternative).map(([field, allowed]) => ({
    field,
    test: fieldTestOf(allowed as FieldValue),
  }))
  return {
    holds: (row, now = new Date()) => tests.every(({ field, test }) => test.holds(row[field as keyof Row], now)),
    sql: (alias = '') =>
      joinedConditions(
        tests.map(({ field, test }) => test.sql(columnOf(field, alias))),
        'AND',
      ),
    samples: Object.fromEntries(tests.map(({ field, test }) => [field, test.samples])),
  }
}

function allSamples(predicates: readonly Predicate<never>[]): Record<string, unknown[]> {
  const samples: Record<string, unknown[]> = {}
  for (const each of predicates)
    for (const [field, values] of Object.entries(each.samples)) samples[field] = [...(samples[field] ?? []), ...values]
  return samples
}

/** Predicate that holds if at least one of these holds. */
export const anyOf = <Row>(...predicates: readonly Predicate<Row>[]): Predicate<Row> => ({
  holds: (row, now = new Date()) => predicates.some((each) => each.holds(row, now)),
  sql: (alias = '') =>
    joinedConditions(
      predicates.map((each) => each.sql(alias)),
      'OR',
    ),
  samples: allSamples(predicates),
})

/** Declares a predicate by its alternatives; it holds if at least one of them applies. */
export const predicate = <Row>(...alternatives: readonly Alternative<Row>[]): Predicate<Row> =>
  anyOf(...alternatives.map((alternative) => alternativePredicate(alternative)))
