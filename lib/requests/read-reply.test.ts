import { expect, test } from 'vitest'
import { refillDaysOf } from '#lib/providers/import/refill-days.ts'
import type { ProviderReply } from '#lib/providers/rules.ts'
import { readRefillStates, readRequestReply } from './read-reply.ts'

const json = (value: unknown, status = 200): ProviderReply => ({ kind: 'json', status, value })

test.each<[unknown, string | null]>([
  [{ refill: '1' }, '1'],
  [{ refill: 99 }, '99'],
  [[{ order: 1, refill: 7 }], '7'],
])('%j accepts a refill under the id %s', (value, remoteId) => {
  expect(readRequestReply('REFILL', json(value))).toEqual({ outcome: 'SENT', remoteId })
})

test.each<[unknown]>([[[{ order: 9, cancel: 1 }]], [{ cancel: '1' }], [{ cancel: true }]])(
  '%j accepts a cancellation, which moves no points yet',
  (value) => {
    expect(readRequestReply('CANCEL', json(value))).toEqual({ outcome: 'SENT', remoteId: null })
  },
)

test.each([
  ['Refill period expired', { reason: 'EXPIRED' }],
  ['The order did not drop', { reason: 'NOT_DROPPED' }],
  ['Refill already in progress', { reason: 'TOO_SOON' }],
  ['You can only refill once in 24 hours', { reason: 'TOO_SOON' }],
  ['Refill is not available', { cause: 'NOT_OFFERED' }],
  ['This account is private', { reason: 'REJECTED' }],
  ['Instagram account does not exist', { reason: 'REJECTED' }],
  ['Incorrect action', { cause: 'NOT_OFFERED' }],
  ['Something went sideways', { cause: 'UNCLEAR' }],
])('%s definitely refuses a refill: %j', (error, meaning) => {
  expect(readRequestReply('REFILL', json({ error }))).toEqual({ outcome: 'REFUSED', error, ...meaning })
  expect(readRequestReply('REFILL', json([{ order: 1, refill: { error } }]))).toMatchObject(meaning)
})

test.each([
  ['Order cannot be cancelled', { reason: 'NOT_CANCELLABLE' }],
  ['Cancel is disabled', { cause: 'NOT_OFFERED' }],
  ['This account is private', { cause: 'UNCLEAR' }],
  ['?', { cause: 'UNCLEAR' }],
])('%s definitely refuses a cancellation: %j', (error, meaning) => {
  expect(readRequestReply('CANCEL', json([{ order: 9, cancel: { error } }]))).toMatchObject({
    outcome: 'REFUSED',
    ...meaning,
  })
})

test.each<[string, ProviderReply]>([
  ['a time-out', { kind: 'unclear', error: 'timed out' }],
  ['a 5xx', json({ error: 'internal' }, 503)],
  ['an answer without an id', json({ status: 'ok' })],
  ['an id beside an error', json({ refill: 3, error: 'oops' })],
  ['an empty list', json([])],
])('after %s nobody knows whether a refill was accepted', (_, reply) => {
  expect(readRequestReply('REFILL', reply).outcome).toBe('UNKNOWN')
})

test('an unclear answer that is cut within an emoji can be told in a task', () => {
  const reply = readRequestReply('REFILL', json({ note: `${'x'.repeat(290)}😀 and more` }))
  expect('error' in reply && reply.error.length).toBeGreaterThan(300)
  expect('error' in reply && reply.error.isWellFormed()).toBe(true)
})

test.each<[string, ProviderReply]>([
  ['no connection', { kind: 'unsent', error: 'refused' }],
  ['429', json(null, 429)],
  ['a wrong key', json({ error: 'Invalid API key' })],
  ['a suspension', json({ error: 'Your account is suspended' })],
])('after %s it was certainly not accepted, and is sent again', (_, reply) => {
  expect(readRequestReply('CANCEL', reply)).toMatchObject({ outcome: 'UNSENT', retryIn: expect.any(Number) })
})

test('the states of refills are read from lists, objects and single answers; errors leave them open', () => {
  const list = [
    { refill: 1, status: 'Completed' },
    { refill: '2', status: 'Rejected' },
    { refill: 3, status: { error: 'Refill not found' } },
    { refill: 9, status: 'Completed' },
  ]
  expect([...readRefillStates(list, ['1', '2', '3'])]).toEqual([
    ['1', 'DONE'],
    ['2', 'REFUSED'],
  ])
  expect([...readRefillStates({ status: 'In progress' }, ['4'])]).toEqual([['4', 'SENT']])
  expect([...readRefillStates({ 4: { status: 'completed' } }, ['4', '5'])]).toEqual([['4', 'DONE']])
  expect(readRefillStates({ error: 'Incorrect request' }, ['4', '5']).size).toBe(0)
  expect(readRefillStates({ status: 'Moonrise' }, ['4']).size).toBe(0)
  expect([...readRefillStates({ refill: 4, status: 'Success' }, ['4'])]).toEqual([['4', 'DONE']])
  expect([...readRefillStates({ 4: 'error' }, ['4'])]).toEqual([['4', 'REFUSED']])
  for (const status of ['success', 'Successful', 'error', 'FAIL', 'failed'])
    expect(readRefillStates({ status, message: 'Rate limit exceeded' }, ['4']).size).toBe(0)
  expect(readRefillStates({ refill: 5, status: 'Completed' }, ['4']).size).toBe(0)
})

test.each([
  ['Followers [30 Days Refill]', true, 30],
  ['Likes | R90 | fast', true, 90],
  ['팔로워 (리필 60일)', true, 60],
  ['45일 보장 팔로워', true, 45],
  ['Followers - Lifetime Refill', true, 365],
  ['Followers with refill', true, 30],
  ['Followers [30 Days Refill]', false, 0],
])('%s, refill %s: %i days', (name, refill, days) => {
  expect(refillDaysOf({ name, refill })).toBe(days)
})
