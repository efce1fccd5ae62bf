import { expect, test } from 'vitest'
import {
  isCodeShaped,
  isEmail,
  isGuessablePassword,
  isLoginId,
  isPassword,
  isPhoneNumber,
  lowerCaseLoginId,
  mayRestrict,
} from './rules.ts'

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
  expect(lowerCaseLoginId('AbCd_1')).toBe('abcd_1')
  expect(isLoginId(lowerCaseLoginId('İSTANBUL'))).toBe(false)
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

test.each(['a@b.c', 'first.last+tag@mail.example.com', '한글@한글.한국', `${'a'.repeat(250)}@b.c`])(
  '%s is an e-mail address',
  (email) => {
    expect(isEmail(email)).toBe(true)
  },
)

test.each([
  '',
  'a',
  'a@b',
  'a.b',
  '@b.c',
  'a@.',
  'a b@c.d',
  'a@b@c.d',
  'a@b.',
  'a@.b',
  'a@..',
  `${'a'.repeat(251)}@b.c`,
])('"%s" is no e-mail address', (email) => {
  expect(isEmail(email)).toBe(false)
})

test('a phone number is exactly eleven digits, a code exactly five characters', () => {
  expect(
    ['01012345678', '0101234567', '010123456789', '010-1234-567', '０１０１２３４５６７８'].map(isPhoneNumber),
  ).toEqual([true, false, false, false, false])
  expect(['12345', '1234', '123456', '', 'abcde'].map(isCodeShaped)).toEqual([true, false, false, false, true])
})

test.each([
  ['88888888', true],
  ['가가가가가가가가', true],
  ['AaAaAaAa', true],
  ['12345678', true],
  ['78901234', true],
  ['32109876', true],
  ['abcdefgh', true],
  ['UVWXYZAB', true],
  ['cbazyxwv', true],
  ['0123456789'.repeat(2), true],
  ['12345679', false],
  ['1234567a', false],
  ['a0123456', false],
  ['abcdefgi', false],
  ['13579135', false],
  ['abababab', false],
])('the password %s is repeated or a run of digits or letters: %s', (password, expected) => {
  expect(isGuessablePassword(password, { loginId: 'point_shop', email: null })).toBe(expected)
})

test('a login id or the part of an e-mail address before the @ is no password, in whatever case', () => {
  const owner = { loginId: 'point_shop', email: 'Mail.Name@shop.example' }
  for (const password of ['point_shop', 'Point_Shop', 'mail.name', 'MAIL.NAME'])
    expect(isGuessablePassword(password, owner), password).toBe(true)
  for (const password of ['point_shop1', 'mail.name@shop.example', 'shop.example', 'undefined'])
    expect(isGuessablePassword(password, owner), password).toBe(false)
})

test('only an OWNER restricts staff, and nobody himself', () => {
  const party = (memberId: number, role: string) => ({ memberId, role })
  expect(mayRestrict(party(1, 'SUPPORT'), party(2, 'MEMBER'))).toBe(true)
  expect(mayRestrict(party(1, 'MANAGER'), party(2, 'SUPPORT'))).toBe(false)
  expect(mayRestrict(party(1, 'OWNER'), party(2, 'OWNER'))).toBe(true)
  expect(mayRestrict(party(1, 'OWNER'), party(1, 'OWNER'))).toBe(false)
  expect(mayRestrict(party(1, 'MEMBER'), party(1, 'MEMBER'))).toBe(false)
})
