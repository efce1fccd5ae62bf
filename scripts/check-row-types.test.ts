import { expect, test } from 'vitest'
import { compareRowType } from './check-row-types.ts'
import type { SeenColumn } from './record-columns.ts'
import type { TypedField } from './row-types.ts'

const INT = 23
const BIGINT = 20
const JSONB = 3802

const field = (kinds: string[], more: Partial<TypedField> = {}): TypedField => ({
  kinds,
  nullable: false,
  optional: false,
  ...more,
})

const column = (name: string, oid: number, wasNull = false): SeenColumn => ({ name, oid, wasNull })

const faultsOfRow = (fields: Record<string, TypedField>, ...columns: SeenColumn[]) =>
  compareRowType({ place: 'lib/orders/queries.ts:1', fields }, columns)

test('a type that says what the columns are has no fault', () => {
  const fields = { orderId: field(['number']), price: field(['bigint']), note: field(['string'], { nullable: true }) }
  expect(faultsOfRow(fields, column('order_id', INT), column('price', BIGINT), column('note', 25, true))).toEqual([])
})

test('a renamed column is missed', () => {
  expect(faultsOfRow({ price: field(['bigint']) }, column('cost', BIGINT))).toEqual(['price is not among the columns'])
  expect(faultsOfRow({ price: field(['bigint'], { optional: true }) }, column('cost', BIGINT))).toEqual([])
})

test('a column of another kind is named', () => {
  expect(faultsOfRow({ price: field(['number']) }, column('price', BIGINT))).toEqual([
    'price is read as bigint, but its type is number',
  ])
  expect(faultsOfRow({ at: field(['string']) }, column('at', 1184))).toEqual([
    'at is read as Date, but its type is string',
  ])
})

test('a null that the type rules out is a fault', () => {
  expect(faultsOfRow({ count: field(['number']) }, column('count', INT, true))).toEqual([
    'count was null, which its type rules out',
  ])
})

test('JSON is taken at its word, and a type of PostgreSQL that nobody has met asks to be added', () => {
  expect(faultsOfRow({ terms: field(['Terms']) }, column('terms', JSONB))).toEqual([])
  expect(faultsOfRow({ place: field(['string']) }, column('place', 600))).toHaveLength(1)
})
