import { expect, test } from 'vitest'
import { outcomeOfMessage } from './sign-in-window.ts'

const awaited = { origin: 'https://shop.example', source: 'naver-auth', state: 'the-state' }
const right = { source: 'naver-auth', state: 'the-state', code: 'the-code' }

test('the callback page’s message brings the code', () => {
  expect(outcomeOfMessage({ origin: awaited.origin, data: right }, awaited)).toEqual({
    code: 'the-code',
    state: 'the-state',
  })
})

test.each([
  ['another origin', { origin: 'https://evil.example', data: right }],
  ['the origin of a page without one', { origin: 'null', data: right }],
  ['another source', { origin: awaited.origin, data: { ...right, source: 'kakao-auth' } }],
  ['another state', { origin: awaited.origin, data: { ...right, state: 'guessed' } }],
  ['no state', { origin: awaited.origin, data: { source: right.source, code: right.code } }],
  ['a text', { origin: awaited.origin, data: 'the-code' }],
  ['nothing', { origin: awaited.origin, data: null }],
])('a message with %s is not heard', (_, heard) => {
  expect(outcomeOfMessage(heard, awaited)).toBeNull()
})

test.each([undefined, '', 1, ['the-code']])('the right message without a code, %j, ends the login', (code) => {
  expect(outcomeOfMessage({ origin: awaited.origin, data: { ...right, code } }, awaited)).toBe('failed')
})
