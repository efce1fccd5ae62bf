import { expect, test } from 'vitest'
import { firstIssue } from '#lib/core/form-errors.ts'
import { roles } from '#lib/members/schema.ts'
import {
  ENROL_CODE_LENGTH,
  ENROL_CODE_LIFE_MS,
  isStaff,
  isTotpCode,
  loginTicketLimits,
  normalizeCode,
  recoveryAlphabet,
  totpCodeRules,
} from './rules.ts'

// docs/contract.md#second-factor

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['ab3d-ef6h-jk', 'AB3DEF6HJK'],
  ['\u3000ab\t3d\n', 'AB3D'],
  ['a--b', 'AB'],
])('"%s" is the code %s, however it was typed or pasted', (typed, code) => {
  expect(normalizeCode(typed)).toBe(code)
})

test('an authenticator’s code is six digits', () => {
  expect(isTotpCode('000000')).toBe(true)
  for (const code of ['', '12345', '1234567', '12345a', 'a123456', '123456a', '12 456', '１２３４５６'])
    expect([code, isTotpCode(code)]).toEqual([code, false])
})

const messageOf = (code: string) => firstIssue(totpCodeRules(code))

test('a login takes an authenticator’s code or a recovery code of 10 characters', () => {
  expect(messageOf('123456')).toBeNull()
  expect(messageOf('23456789AB')).toBeNull()
  expect(messageOf('')).toEqual({ path: 'code', message: '인증 코드를 입력해 주세요.' })
  const wrongShape = { path: 'code', message: '인증 코드는 숫자 6자리, 복구 코드는 10자리예요.' }
  for (const code of ['12345', '23456789A', '23456789ABC', '23456789ab', '2345678901', '23456789A-'])
    expect([code, messageOf(code)]).toEqual([code, wrongShape])
})

test('whoever sets up an authenticator is asked for what it shows, not for a code that he has never had', () => {
  const asked = { path: 'code', message: '인증 앱에 나타난 숫자 6자리를 입력해 주세요.' }
  for (const code of ['', '12345', '23456789AB', 'ABCD2345'])
    expect(firstIssue(totpCodeRules(code, true))).toEqual(asked)
  expect(firstIssue(totpCodeRules('123456', true))).toBeNull()
})

test('no character of recovery and enrol codes is easily taken for another', () => {
  expect(recoveryAlphabet).toHaveLength(30)
  expect(new Set(recoveryAlphabet).size).toBe(30)
  expect(recoveryAlphabet).toMatch(/^[2-9A-Z]+$/)
  expect(recoveryAlphabet).not.toMatch(/[01OILU]/)
})

test('an enrol code has 8 characters and 24 hours; a login’s ticket 5 minutes and 5 tries, 15 of a member in 15 minutes', () => {
  expect([ENROL_CODE_LENGTH, ENROL_CODE_LIFE_MS]).toEqual([8, 86_400_000])
  expect(loginTicketLimits).toEqual({ lifeMs: 300_000, tries: 5, triesOfMember: 15, windowMs: 900_000 })
})

test('everybody but members is staff', () => {
  expect(roles.filter(isStaff)).toEqual(['SUPPORT', 'MANAGER', 'OWNER'])
})
