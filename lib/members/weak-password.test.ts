import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-password.ts'

const owner = { loginId: 'kimminsu88', email: 'minsu.kim@example.com' }

test.each([
  ['the commonest there are', ['password', 'PassWord1', 'qwer1234', '1q2w3e4r', 'iloveyou', 'asdf1234']],
  ['the login id, in any case', ['kimminsu88', 'KimMinsu88']],
  ['the local part of the e-mail address', ['minsu.kim', 'MINSU.KIM']],
  ['one character repeated', ['!!!!!!!!', '가'.repeat(9), 'aAaAaAaA', '0'.repeat(20)]],
  ['a straight run of digits', ['12345678', '87654321', '45678901', '10987654', '01234567890123']],
  ['a straight run of letters', ['abcdefgh', 'HGFEDCBA', 'stuvwxyzab', 'zyxwvuts']],
])('refused as a new password: %s', async (_, passwords) => {
  for (const password of passwords) expect([password, await isWeakPassword(password, owner)]).toEqual([password, true])
})

test.each([
  'owner-demo-1234',
  'member-demo-1234',
  'right-password',
  '13579135',
  'abcdefgh1',
  'kimminsu889',
  'aaaaaaab',
])('"%s" is not among them: nothing is scored', async (password) => {
  expect(await isWeakPassword(password, owner)).toBe(false)
})

test('a member without an e-mail address is compared with his login id alone', async () => {
  expect(await isWeakPassword('undefined', { loginId: 'somebody', email: null })).toBe(false)
})
