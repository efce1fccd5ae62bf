import { expect, test } from 'vitest'
import { isRestricted } from './restriction/rules.ts'
import { foldLoginId, isCodeShaped, isEmail, isLoginId, isPassword, isPhoneNumber } from './rules.ts'

const now = new Date('2026-11-21T00:00:00Z')
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)

test.each([
  ['NORMAL', null, false],
  ['NORMAL', after, false],
  ['WARNED', null, false],
  ['SUSPENDED', null, true],
  ['SUSPENDED', after, true],
  ['SUSPENDED', now, false],
  ['SUSPENDED', before, false],
  ['BANNED', null, true],
  ['BANNED', before, true],
] as const)('%s until %s restricts: %s', (restriction, restrictedUntil, expected) => {
  expect(isRestricted({ restriction, restrictedUntil }, now)).toBe(expected)
})

test.each(['abcd', 'a_1_', '1234', 'a'.repeat(20)])('%s is a login id', (id) => {
  expect(isLoginId(id)).toBe(true)
})

test.each(['', 'abc', 'a'.repeat(21), 'ABCD', 'a-bcd', 'ab cd', '아이디입니다', 'abcd\n', 'ａｂｃｄ'])(
  '"%s" is no login id',
  (id) => {
    expect(isLoginId(id)).toBe(false)
  },
)

test('a login id is folded to lower case and nothing else', () => {
  expect(foldLoginId('AbCd_1')).toBe('abcd_1')
  expect(isLoginId(foldLoginId('İSTANBUL'))).toBe(false)
})

test.each(['12345678', 'x'.repeat(20), '비밀번호비밀번호', '비'.repeat(20)])(
  '%s is long enough for a password',
  (password) => {
    expect(isPassword(password)).toBe(true)
  },
)

test.each(['', '1234567', 'x'.repeat(21), '🙂'.repeat(19), '비밀번호'])('"%s" is no password', (password) => {
  expect(isPassword(password)).toBe(false)
})

test('an emoji counts as one character, and its bytes count too', () => {
  expect(isPassword('🙂'.repeat(8))).toBe(true)
  expect(isPassword('🙂'.repeat(18))).toBe(true)
  expect(isPassword('🙂'.repeat(19))).toBe(false)
})

test.each(['a@b.c', 'first.last+tag@mail.example.com', '한글@한글.한국'])('%s is an e-mail address', (email) => {
  expect(isEmail(email)).toBe(true)
})

test.each(['', 'a', 'a@b', 'a.b', '@b.c', 'a@.', 'a b@c.d', 'a@b@c.d', `${'a'.repeat(251)}@b.c`])(
  '"%s" is no e-mail address',
  (email) => {
    expect(isEmail(email)).toBe(false)
  },
)

test('a phone number is exactly eleven digits, a code exactly five characters', () => {
  expect(
    ['01012345678', '0101234567', '010123456789', '010-1234-567', '０１０１２３４５６７８'].map(isPhoneNumber),
  ).toEqual([true, false, false, false, false])
  expect(['12345', '1234', '123456', '', 'abcde'].map(isCodeShaped)).toEqual([true, false, false, false, true])
})
