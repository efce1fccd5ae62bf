import { expect, test } from 'vitest'
import { countLookup } from './count-lookups.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 10, 21)

test('ten within any hour, not ten and what has grown back', () => {
  for (let minute = 0; minute < 10; minute++) countLookup('id', 'steady', start + minute * 60_000)
  expect(() => countLookup('id', 'steady', start + HOUR - 1)).toThrow()
  countLookup('id', 'steady', start + HOUR)
  expect(() => countLookup('id', 'steady', start + HOUR)).toThrow()
})

test('who waits is told for how long', () => {
  for (let times = 0; times < 10; times++) countLookup('id', 'hasty', start)
  expect(() => countLookup('id', 'hasty', start + 60_000)).toThrow(
    expect.objectContaining({ retryAfterSeconds: 3_540 }),
  )
})

test('addresses and searches are counted apart', () => {
  for (let times = 0; times < 10; times++) countLookup('id', 'first', start)
  countLookup('id', 'second', start)
  countLookup('password', 'first', start)
})
