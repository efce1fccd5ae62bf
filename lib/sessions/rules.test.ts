import { expect, test } from 'vitest'
import { loginFailureLimits, proofAttemptLimits, sessionLifeMs } from './rules.ts'

// docs/contract.md#sessions

test('a member’s session lasts 30 days, one of staff 12 hours', () => {
  expect(sessionLifeMs(false)).toBe(2_592_000_000)
  expect(sessionLifeMs(true)).toBe(43_200_000)
})

test('within 15 minutes 10 logins of an id from one address and 30 from an address may fail; an id under attack from many addresses is only slowed', () => {
  expect(loginFailureLimits).toEqual({
    windowMs: 900_000,
    ofIdFromAddress: 10,
    ofAddress: 30,
    ofIdAnywhere: 50,
    slowedMs: 1_000,
  })
})

test('within 15 minutes 10 proofs of identity may fail in a session, 20 in all sessions of a member', () => {
  expect(proofAttemptLimits).toEqual({ windowMs: 900_000, ofSession: 10, ofMember: 20 })
})
