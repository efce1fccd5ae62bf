import { expect, test } from 'vitest'
import { outcomeOfMessage } from './sign-in-window.ts'

const awaited = { origin: 'https://shop.example', source: 'naver-auth', state: 'the-state' }
const validMessage = { source: 'naver-auth', state: 'the-state', code: 'the-code' }

test('the callback page’s message brings the code', () => {
  expect(outcomeOfMessage({ origin: awaited.origin, data: validMessage }, awaited)).toEqual({
    code: 'the-code',
    state: 'the-state',
  })
})

test.each([
  ['another origin', { origin: 'https://evil.example', data: validMessage }],
  ['the origin of a page without one', { origin: 'null', data: validMessage }],
  ['another source', { origin: awaited.origin, data: { ...validMessage, source: 'kakao-auth' } }],
  ['another state', { origin: awaited.origin, data: { ...validMessage, state: 'guessed' } }],
  ['no state', { origin: awaited.origin, data: { source: validMessage.source, code: validMessage.code } }],
  ['a text', { origin: awaited.origin, data: 'the-code' }],
  ['nothing', { origin: awaited.origin, data: null }],
])('a message with %s is ignored', (_, message) => {
  expect(outcomeOfMessage(message, awaited)).toBeNull()
})

test.each([undefined, '', 1, ['the-code']])('a valid message without a code, %j, ends the login', (code) => {
  expect(outcomeOfMessage({ origin: awaited.origin, data: { ...validMessage, code } }, awaited)).toBe('failed')
})
