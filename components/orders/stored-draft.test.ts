import { expect, it } from 'vitest'
import {
  CALL_ATTEMPT_LIFE_MS,
  isDraftAwaiting,
  isDraftVisibleTo,
  parseStoredCallAttempt,
  parseStoredDraft,
} from './stored-draft.ts'

const stored = {
  serviceId: 12,
  link: 'https://example.com',
  amount: '300',
  auto: true,
  runs: '3',
  interval: '60',
  owner: 7,
}

it('reads the whole draft, also the fields of an auto order', () => {
  expect(parseStoredDraft(JSON.stringify(stored))).toEqual(stored)
  const { serviceId, link, amount } = stored
  const once = { serviceId, link, amount, auto: false, runs: '0', interval: '0', owner: null }
  expect(parseStoredDraft(JSON.stringify({ serviceId, link, amount }))).toEqual(once)
})

it('is null for malformed text', () => {
  for (const broken of [null, '', '{', '[]', '1', '{"serviceId":"1","link":"","amount":""}', '{"serviceId":1}'])
    expect(parseStoredDraft(broken)).toBeNull()
  expect(parseStoredDraft(JSON.stringify({ ...stored, owner: 'a' }))).toBeNull()
  expect(parseStoredDraft(JSON.stringify({ ...stored, runs: 3 }))).toBeNull()
})

it('reads the details, unless they aren’t texts', () => {
  const details = { comments: '하나\n둘' }
  expect(parseStoredDraft(JSON.stringify({ ...stored, details }))).toEqual({ ...stored, details })
  expect(parseStoredDraft(JSON.stringify({ ...stored, details: { comments: 1 } }))).toEqual(stored)
})

it('shows a visitor’s draft to whoever signs in, and a member’s to nobody else', () => {
  expect([isDraftVisibleTo({ ...stored, owner: null }, null), isDraftVisibleTo({ ...stored, owner: null }, 7)]).toEqual(
    [true, true],
  )
  expect([7, 8, null].map((viewer) => isDraftVisibleTo(stored, viewer))).toEqual([true, false, false])
})

it('keeps the idempotency key of an unanswered order for ten minutes', () => {
  const text = JSON.stringify({ key: 'k', body: '{}', at: 1_000 })
  expect(parseStoredCallAttempt(text, 1_000 + CALL_ATTEMPT_LIFE_MS - 1)).toEqual({ key: 'k', body: '{}', at: 1_000 })
  expect(parseStoredCallAttempt(text, 1_000 + CALL_ATTEMPT_LIFE_MS)).toBeNull()
  for (const broken of [null, '{', '{"key":1,"body":"","at":1}', '{"key":"k","body":"{}"}'])
    expect(parseStoredCallAttempt(broken, 1_000)).toBeNull()
})

it('announces a stored draft at the login only if the login leads back to the order form', () => {
  const draft = parseStoredDraft(JSON.stringify({ ...stored, owner: null }))
  expect(isDraftAwaiting('/order', draft)).toBe(true)
  expect(isDraftAwaiting('/order?service=12', draft)).toBe(true)
  expect(isDraftAwaiting('/order-history', draft)).toBe(false)
  expect(isDraftAwaiting('/order', null)).toBe(false)
})
