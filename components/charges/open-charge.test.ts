import { expect, it } from 'vitest'
import type { ChargeRow } from '#lib/charges/schema.ts'
import { selectAwaitedCharges } from './open-charge.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const row = (id: number, changed: Partial<ChargeRow> = {}): ChargeRow => ({
  id,
  createdAt: '2026-11-21T11:00:00.000Z',
  point: 1_000,
  payAmount: 1_000,
  name: '홍길동',
  feeType: 2,
  status: 0,
  outcome: null,
  expiresAt: '2026-11-21T14:00:00.000Z',
  responseAt: null,
  reversed: null,
  reversedAt: null,
  debtPaid: 0,
  ...changed,
})

const idsOf = (rows: readonly ChargeRow[]) => rows.map(({ id }) => id)

it('names the charge whose id is in the query string, and none without a valid id', () => {
  const pending = [row(9), row(8), row(7)]
  expect(selectAwaitedCharges(pending, { charge: '7' }, now).named?.id).toBe(7)
  for (const query of [{}, { charge: '1' }, { charge: ['7', '8'] }])
    expect(selectAwaitedCharges(pending, query, now).named).toBeNull()
  expect(idsOf(selectAwaitedCharges(pending, {}, now).awaited)).toEqual([9, 8, 7])
})

it('awaits no deposit for a charge whose time is up or that has ended', () => {
  const pending = [row(9, { expiresAt: '2026-11-21T12:00:00.000Z' }), row(8), row(7, { status: 1 })]
  expect(idsOf(selectAwaitedCharges(pending, {}, now).awaited)).toEqual([8])
  expect(selectAwaitedCharges(pending, { charge: '9' }, now).named).toBeNull()
})
