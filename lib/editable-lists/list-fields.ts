import type { Model, StoredRow } from '#lib/core/prisma.ts'

/** Values of a row by the names of their fields in calls. */
export type Values = Record<string, unknown>

/** Form in calls of a stored value without a conversion: a moment is an ISO string. */
type Plain<T> = T extends Date ? string : T

/** Field of the model that a field of calls has another name for, or another form of. Null stays null. */
type Converted<S, W> = {
  [K in keyof S]:
    | (W extends Plain<S[K]> ? { from: K } : never)
    | { from: K; toWire(stored: NonNullable<S[K]>): W; store(value: NonNullable<W>): S[K] | null }
}[keyof S]

/**
 * Where each field of calls is stored, as in Prisma's `select`: `true` for the model's field of the same name and type.
 * A field of the model that is renamed or has another type is a compile error here.
 */
export type ListFields<M extends Model, Row> = {
  readonly [K in Exclude<keyof Row, 'id'>]:
    | (K extends keyof StoredRow<M> ? (Row[K] extends Plain<StoredRow<M>[K]> ? true : never) : never)
    | Converted<StoredRow<M>, Row[K]>
}

/** What the engine sees of `ListFields`. */
export type AnyFields = Readonly<
  Record<string, true | { from: string; toWire?(stored: unknown): unknown; store?(value: unknown): unknown }>
>

const storedName = (name: string, field: AnyFields[string]): string => (field === true ? name : field.from)

/** Prisma's `select` for a row. */
export const selectOf = (fields: AnyFields): Record<string, true> =>
  Object.fromEntries([['id', true], ...Object.entries(fields).map(([name, field]) => [storedName(name, field), true])])

/** A stored row as calls show it. */
export function toWire(fields: AnyFields, stored: Values): Values {
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = stored[storedName(name, field)]
    if (value instanceof Date) return [name, value.toISOString()]
    return [name, field !== true && field.toWire && value !== null ? field.toWire(value) : value]
  })
  return { id: stored.id, ...Object.fromEntries(entries) }
}

/** Prisma's `data` for the given values. */
export function toStored(fields: AnyFields, values: Values): Values {
  const given = Object.entries(fields).filter(([name]) => values[name] !== undefined)
  return Object.fromEntries(
    given.map(([name, field]) => {
      const value = values[name]
      return [storedName(name, field), field !== true && field.store && value !== null ? field.store(value) : value]
    }),
  )
}
