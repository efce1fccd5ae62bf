import { expect, test } from 'vitest'
import { isProofState, isTokenShaped, SIGN_UP_TICKET_LIFE_MS, snsMessageSources, snsPathNames } from './rules.ts'

test('a sign-up ticket is valid for 10 minutes', () => {
  expect(SIGN_UP_TICKET_LIFE_MS).toBe(600_000)
})

test('a callback page leaves a member where he is only if the state is that of a proof', () => {
  expect(isProofState('proof-3f9c')).toBe(true)
  for (const state of ['3f9c-proof-', 'proof', 'Proof-3f9c', '', null, undefined, 7, ['proof-3f9c']])
    expect([state, isProofState(state)]).toEqual([state, false])
})

test('codes, tokens and states are 1 to 4,000 visible ASCII characters, so that they can be sent in a header', () => {
  expect(isTokenShaped('!'.repeat(4_000))).toBe(true)
  expect(isTokenShaped('~AAAA-bb_.7=')).toBe(true)
  expect(isTokenShaped('a'.repeat(4_001))).toBe(false)
  for (const text of ['', ' abc', 'abc ', 'a b', 'abc\r\nx: y', 'abc\n', 'abc\u007f', '토큰', 'tok\u00e9n'])
    expect([text, isTokenShaped(text)]).toEqual([text, false])
})

test('each provider has its path, and its window posts under a name of its own', () => {
  expect(snsPathNames).toEqual({ NAVER: 'naver', KAKAO: 'kakao' })
  expect(snsMessageSources).toEqual({ NAVER: 'naver-auth', KAKAO: 'kakao-auth' })
})
