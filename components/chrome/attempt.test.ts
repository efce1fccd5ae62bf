import { expect, it } from 'vitest'
import { type CallAttempt, callAttemptFor, isOutcomeUnknown, randomText, shouldReloadAfter } from './attempt.ts'

it('keeps the key for the same body and makes a new one for another', () => {
  let keyCount = 0
  const newKey = () => `key-${++keyCount}`
  const first = callAttemptFor(null, 'a', newKey)
  const again: CallAttempt = callAttemptFor(first, 'a', newKey)
  expect(again).toBe(first)
  expect(callAttemptFor(again, 'b', newKey)).toEqual({ key: 'key-2', body: 'b', at: expect.any(Number) })
})

it('makes keys that the server accepts, also on http, where there is no randomUUID', () => {
  const onHttp = { getRandomValues: crypto.getRandomValues.bind(crypto) }
  for (const key of [randomText(), randomText(onHttp)]) expect(key).toMatch(/^[\x21-\x7e]{32,36}$/)
  expect(randomText(onHttp)).not.toBe(randomText(onHttp))
})

it('leaves the outcome of a call unknown only after a network failure or a 5xx response', () => {
  expect([0, 500, 502, 201, 400, 409, 429].map(isOutcomeUnknown)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

it('a lost answer reloads the page, an outage or a refusal doesn’t', () => {
  expect([0, 500, 502, 504].map(shouldReloadAfter)).toEqual([true, true, true, true])
  expect([200, 400, 409, 429, 503].map(shouldReloadAfter)).toEqual([false, false, false, false, false])
})
