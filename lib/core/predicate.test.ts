import { expect, test } from 'vitest'
import { anyOf, inFuture, notInFuture, notNull, otherThan, predicate } from './predicate.ts'

type Row = { kind: number; outcome: string | null; heldAt: Date | string | null; open: boolean }

const now = new Date('2026-03-01T00:00:00Z')
const before = new Date('2026-02-28T23:59:59Z')
const later = '2026-03-01T00:00:01.000Z'
const row = { kind: 0, outcome: null, heldAt: null, open: true } satisfies Row

test('a row fulfils a predicate if all fields of one alternative have an allowed value', () => {
  const approvable = predicate<Row>({ kind: 0 }, { kind: 2, outcome: 'EXPIRED' })
  expect(approvable.holds(row)).toBe(true)
  expect(approvable.holds({ ...row, kind: 2 })).toBe(false)
  expect(approvable.holds({ ...row, kind: 2, outcome: 'EXPIRED' })).toBe(true)
  expect(approvable.holds({ ...row, kind: 1, outcome: 'EXPIRED' })).toBe(false)
  expect(approvable.sql('c')).toBe("(c.kind = 0 OR (c.kind = 2 AND c.outcome = 'EXPIRED'))")
  expect(approvable.sql()).toBe("(kind = 0 OR (kind = 2 AND outcome = 'EXPIRED'))")
})

test.each([
  ['one value', predicate<Row>({ kind: 4 }), 'kind = 4'],
  ['several values', predicate<Row>({ kind: [0, 1, 4] }), 'kind IN (0, 1, 4)'],
  ['several values or none', predicate<Row>({ outcome: ['A', null] }), "(outcome IN ('A') OR outcome IS NULL)"],
  ['no value', predicate<Row>({ heldAt: null }), 'held_at IS NULL'],
  ['any value', predicate<Row>({ heldAt: notNull }), 'held_at IS NOT NULL'],
  ['another value', predicate<Row>({ outcome: otherThan('A') }), "outcome <> 'A'"],
  ['a time that is ahead', predicate<Row>({ heldAt: inFuture }), 'held_at > now()'],
  ['a time that is reached', predicate<Row>({ heldAt: notInFuture }), "coalesce(held_at, 'epoch') <= now()"],
  ['true and false', predicate<Row>({ open: true }, { open: false }), '(open OR NOT open)'],
  ['a text with a quote', predicate<Row>({ outcome: "O'Neil" }), "outcome = 'O''Neil'"],
])('%s becomes a condition', (_, { sql }, expected) => expect(sql()).toBe(expected))

test('a missing value equals no given value, and otherThan refuses it', () => {
  expect(predicate<Row>({ outcome: otherThan('A') }).holds(row)).toBe(false)
  expect(predicate<Row>({ outcome: 'A' }).holds(row)).toBe(false)
  expect(predicate<Row>({ outcome: ['A', null] }).holds(row)).toBe(true)
})

test('times may be Dates or texts; the present moment is not in the future', () => {
  const held = predicate<Row>({ heldAt: inFuture })
  expect([before, now, later, null].map((heldAt) => held.holds({ ...row, heldAt }, now))).toEqual([
    false,
    false,
    true,
    false,
  ])
  const free = predicate<Row>({ heldAt: notInFuture })
  expect([before, now, later, null].map((heldAt) => free.holds({ ...row, heldAt }, now))).toEqual([
    true,
    true,
    false,
    true,
  ])
})

test('anyOf combines predicates by OR, and collects their sample values', () => {
  const either = anyOf<Row>(predicate<Row>({ kind: [0, 1] }), predicate<Row>({ kind: 2, outcome: 'A' }))
  expect(either.sql('o')).toBe("(o.kind IN (0, 1) OR (o.kind = 2 AND o.outcome = 'A'))")
  expect(either.holds({ ...row, kind: 1 })).toBe(true)
  expect(either.samples).toEqual({ kind: [0, 1, 2], outcome: ['A'] })
})
