import { expect, it } from 'vitest'
import type { ChargeRow } from '#lib/charges/schema.ts'
import { shownCharge } from './shown-charge.ts'

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
  ...changed,
})

it('is the newest one, or the one that the address names', () => {
  const pending = [row(9), row(8), row(7)]
  expect(shownCharge(pending, {}, now)?.id).toBe(9)
  expect(shownCharge(pending, { charge: '7' }, now)?.id).toBe(7)
  expect(shownCharge(pending, { charge: '1' }, now)?.id).toBe(9)
})

it('is none for who asks for a new one, and none whose time is up or that has ended', () => {
  expect(shownCharge([row(9)], { new: '1' }, now)).toBeNull()
  expect(shownCharge([row(9, { expiresAt: '2026-11-21T12:00:00.000Z' }), row(8)], {}, now)?.id).toBe(8)
  expect(shownCharge([row(9, { status: 1 })], {}, now)).toBeNull()
  expect(shownCharge([], {}, now)).toBeNull()
})
