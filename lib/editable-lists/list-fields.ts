import type { Model, StoredRow } from '#lib/core/prisma.ts'

/**
 * Values of a row by field name. In request and response bodies, field names are as in the calls; in what Prisma reads
 * and writes, they are as in the model.
 */
export type ValuesByField = Record<string, unknown>

/** Type of a stored value in calls if the list doesn't convert it: a Date becomes an ISO string. */
type CallValue<T> = T extends Date ? string : T

/**
 * A field whose name or type in calls differs from the model's. `from` is its name in the model; `toWire` converts a
 * stored value for calls, `store` converts a value from a call for the model. Null stays null.
 */
type ConvertedField<S, W> = {
  [K in keyof S]:
    | (W extends CallValue<S[K]> ? { from: K } : never)
    | { from: K; toWire(stored: NonNullable<S[K]>): W; store(value: NonNullable<W>): S[K] | null }
}[keyof S]

/**
 * Where each field of a list's calls is stored in the model: `true` if the model has a field of the same name and type,
 * else a `ConvertedField`. If the model's field is renamed or gets another type, the list no longer compiles.
 */
export type ListFields<M extends Model, Row> = {
  readonly [K in Exclude<keyof Row, 'id'>]:
    | (K extends keyof StoredRow<M> ? (Row[K] extends CallValue<StoredRow<M>[K]> ? true : never) : never)
    | ConvertedField<StoredRow<M>, Row[K]>
}

/** `ListFields` of any model, for code that handles all lists alike. */
export type AnyListFields = Readonly<
  Record<string, true | { from: string; toWire?(stored: unknown): unknown; store?(value: unknown): unknown }>
>

const storedName = (name: string, field: AnyListFields[string]): string => (field === true ? name : field.from)

/** Value of Prisma's `select` that reads these fields of a row, and its id. */
export const prismaSelectOf = (fields: AnyListFields): Record<string, true> =>
  Object.fromEntries([['id', true], ...Object.entries(fields).map(([name, field]) => [storedName(name, field), true])])

/** Converts a stored row to the form that calls return. */
export function toWire(fields: AnyListFields, stored: ValuesByField): ValuesByField {
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = stored[storedName(name, field)]
    if (value instanceof Date) return [name, value.toISOString()]
    return [name, field !== true && field.toWire && value !== null ? field.toWire(value) : value]
  })
  return { id: stored.id, ...Object.fromEntries(entries) }
}

/** Value of Prisma's `data` that writes these values of a row. */
export function toStored(fields: AnyListFields, values: ValuesByField): ValuesByField {
  const givenFields = Object.entries(fields).filter(([name]) => values[name] !== undefined)
  return Object.fromEntries(
    givenFields.map(([name, field]) => {
      const value = values[name]
      return [storedName(name, field), field !== true && field.store && value !== null ? field.store(value) : value]
    }),
  )
}
