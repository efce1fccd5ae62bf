import { expect, test } from 'vitest'
import { MASK, maskSecrets } from './rules.ts'

test('what opens something is covered, however deep it lies; what is empty shows that it is', () => {
  expect(
    maskSecrets({ apiKey: 'x', name: 'n', deep: [{ password: 'p', encryptedKey: null, SNS_KAKAO_TOKEN: '' }], key: 1 }),
  ).toEqual({ apiKey: MASK, name: 'n', deep: [{ password: MASK, encryptedKey: null, SNS_KAKAO_TOKEN: '' }], key: MASK })
})
