import { expect, test } from 'vitest'
import { diffStates, maskSecrets, SECRET_MASK } from './rules.ts'

test('secrets are masked at any depth; empty values stay empty', () => {
  expect(
    maskSecrets({ apiKey: 'x', name: 'n', deep: [{ password: 'p', encryptedKey: null, SNS_KAKAO_TOKEN: '' }], key: 1 }),
  ).toEqual({
    apiKey: SECRET_MASK,
    name: 'n',
    deep: [{ password: SECRET_MASK, encryptedKey: null, SNS_KAKAO_TOKEN: '' }],
    key: SECRET_MASK,
  })
  expect(SECRET_MASK).toBe('••••')
})

test.each([
  ...['password', 'newPassword', 'client_secret', 'token', 'resetToken', 'apiKey', 'api_key', 'API_KEY', 'key'],
  ...['encryptedBody', 'keyHash', 'recoveryCodes'],
])('the value of %s opens something', (name) => {
  expect(maskSecrets({ [name]: 'x' })).toEqual({ [name]: SECRET_MASK })
})

test.each(['name', 'keyId', 'keyboard', 'monkey', 'reason', 'settingKey'])('the value of %s opens nothing', (name) => {
  expect(maskSecrets({ [name]: 'x' })).toEqual({ [name]: 'x' })
})

test('a value that is no object stays as it is', () => {
  for (const value of [null, undefined, 5, 'text', true]) expect(maskSecrets(value)).toBe(value)
})

test('changed values are listed by their path, unchanged ones are counted', () => {
  const before = { status: 0, link: { clean: 'a', raw: 'b' }, tags: [1, 2] }
  const after = { status: 3, link: { clean: 'a', raw: 'c' }, tags: [1], remains: 4 }
  expect(diffStates(before, after)).toEqual({
    lines: [
      { name: 'status', before: '0', after: '3' },
      { name: 'link.raw', before: 'b', after: 'c' },
      { name: 'tags', before: '[1,2]', after: '[1]' },
      { name: 'remains', before: null, after: '4' },
    ],
    same: 1,
  })
})

test('with one state only, all its values are listed', () => {
  expect(diffStates(null, { text: '' })).toEqual({ lines: [{ name: 'text', before: null, after: '' }], same: 0 })
  expect(diffStates({ on: true, off: null }, undefined)).toEqual({
    lines: [
      { name: 'on', before: 'true', after: null },
      { name: 'off', before: 'null', after: null },
    ],
    same: 0,
  })
  expect(diffStates(null, undefined)).toEqual({ lines: [], same: 0 })
})
