import { expect, test } from 'vitest'
import { toCursor } from './rules.ts'

// Tests the rules of docs/contract.md#changes-of-the-list.

test.each(['2026-11-22T09:00:00.123456Z', '1970-01-01T00:00:00.000000Z'])(
  'the cursor %s is read to the microsecond',
  (cursor) => {
    expect(toCursor(cursor)).toBe(cursor)
  },
)

test.each([
  ['2026-11-22T09:00:00Z', '2026-11-22T08:55:00.000000Z'],
  ['2026-11-22T18:00:00+09:00', '2026-11-22T08:55:00.000000Z'],
  ['2026-11-22T09:00:00.123Z', '2026-11-22T08:55:00.123000Z'],
  // Valid times, but not cursors of the shop: they have a digit too many, an offset, or a year with a sign.
  ['2026-11-22T09:00:00.1234567Z', '2026-11-22T08:55:00.123000Z'],
  ['2026-11-22T09:00:00.123456+00:00', '2026-11-22T08:55:00.123000Z'],
  ['+002026-11-22T09:00:00.123456Z', '2026-11-22T08:55:00.123000Z'],
])('the time %s of the caller’s own is read five minutes earlier, as %s', (iso, since) => {
  expect(toCursor(iso)).toBe(since)
})

test.each([
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000000Z'],
  ['1970-01-01T00:05:00Z', '1970-01-01T00:00:00.000000Z'],
  ['1970-01-01T00:05:00.001Z', '1970-01-01T00:00:00.001000Z'],
  ['1969-06-01T00:00:00Z', '1970-01-01T00:00:00.000000Z'],
])('no time is read as one before 1970: %s is %s', (iso, since) => {
  expect(toCursor(iso)).toBe(since)
})
