import { expect, test } from 'vitest'
import { countAccountLookup } from './count-lookups.ts'

const HOUR = 3_600_000
const startMs = Date.UTC(2026, 10, 21)

test('ten look-ups are allowed within any hour: the window slides, no tokens refill', () => {
  for (let minute = 0; minute < 10; minute++) countAccountLookup('id', 'steady', startMs + minute * 60_000)
  expect(() => countAccountLookup('id', 'steady', startMs + HOUR - 1)).toThrow()
  countAccountLookup('id', 'steady', startMs + HOUR)
  expect(() => countAccountLookup('id', 'steady', startMs + HOUR)).toThrow()
})

test('a refusal says how long to wait', () => {
  for (let times = 0; times < 10; times++) countAccountLookup('id', 'hasty', startMs)
  expect(() => countAccountLookup('id', 'hasty', startMs + 60_000)).toThrow(
    expect.objectContaining({ retryAfterSeconds: 3_540 }),
  )
})

test('addresses and searches are counted apart', () => {
  for (let times = 0; times < 10; times++) countAccountLookup('id', 'first', startMs)
  countAccountLookup('id', 'second', startMs)
  countAccountLookup('password', 'first', startMs)
})
