import type { Model, StoredRow } from '#lib/core/prisma.ts'

/** Values of a row by field name: the names in calls, or the model's names before `toWire` and after `toStored`. */
export type ValuesByField = Record<string, unknown>

/** Type in calls of a stored value without a conversion: a Date becomes an ISO string. */
type WireForm<T> = T extends Date ? string : T

/**
 * A field whose name or type in calls differs from the model: `from` is its name in the model; `toWire` and `store`
 * convert its value. Null stays null.
 */
type ConvertedField<S, W> = {
  [K in keyof S]:
    | (W extends WireForm<S[K]> ? { from: K } : never)
    | { from: K; toWire(stored: NonNullable<S[K]>): W; store(value: NonNullable<W>): S[K] | null }
}[keyof S]

/**
 * Where each field of calls is stored, as in Prisma's `select`: `true` for the model's field of the same name and type.
 * A field of the model that is renamed or has another type is a compile error here.
 */
export type ListFields<M extends Model, Row> = {
  readonly [K in Exclude<keyof Row, 'id'>]:
    | (K extends keyof StoredRow<M> ? (Row[K] extends WireForm<StoredRow<M>[K]> ? true : never) : never)
    | ConvertedField<StoredRow<M>, Row[K]>
}

/** `ListFields` of any model, as the code that reads and saves rows sees them. */
export type AnyFields = Readonly<
  Record<string, true | { from: string; toWire?(stored: unknown): unknown; store?(value: unknown): unknown }>
>

const storedName = (name: string, field: AnyFields[string]): string => (field === true ? name : field.from)

/** Prisma's `select` for a row. */
export const selectOf = (fields: AnyFields): Record<string, true> =>
  Object.fromEntries([['id', true], ...Object.entries(fields).map(([name, field]) => [storedName(name, field), true])])

/** Converts a stored row to the form that calls answer. */
export function toWire(fields: AnyFields, stored: ValuesByField): ValuesByField {
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = stored[storedName(name, field)]
    if (value instanceof Date) return [name, value.toISOString()]
    return [name, field !== true && field.toWire && value !== null ? field.toWire(value) : value]
  })
  return { id: stored.id, ...Object.fromEntries(entries) }
}

/** Prisma's `data` for the given values. */
export function toStored(fields: AnyFields, values: ValuesByField): ValuesByField {
  const given = Object.entries(fields).filter(([name]) => values[name] !== undefined)
  return Object.fromEntries(
    given.map(([name, field]) => {
      const value = values[name]
      return [storedName(name, field), field !== true && field.store && value !== null ? field.store(value) : value]
    }),
  )
}
