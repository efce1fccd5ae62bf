import { expect, test } from 'vitest'
import { diffOf, MASK, maskSecrets } from './rules.ts'

test('what opens something is covered, however deep it lies; what is empty shows that it is', () => {
  expect(
    maskSecrets({ apiKey: 'x', name: 'n', deep: [{ password: 'p', encryptedKey: null, SNS_KAKAO_TOKEN: '' }], key: 1 }),
  ).toEqual({ apiKey: MASK, name: 'n', deep: [{ password: MASK, encryptedKey: null, SNS_KAKAO_TOKEN: '' }], key: MASK })
})

test('what changed is told by its path, what stayed is counted', () => {
  const before = { status: 0, link: { clean: 'a', raw: 'b' }, tags: [1, 2] }
  const after = { status: 3, link: { clean: 'a', raw: 'c' }, tags: [1], remains: 4 }
  expect(diffOf(before, after)).toEqual({
    lines: [
      { name: 'status', before: '0', after: '3' },
      { name: 'link.raw', before: 'b', after: 'c' },
      { name: 'tags', before: '[1,2]', after: '[1]' },
      { name: 'remains', before: null, after: '4' },
    ],
    same: 1,
  })
})

test('with one side alone all of it is told', () => {
  expect(diffOf(null, { text: '' })).toEqual({ lines: [{ name: 'text', before: null, after: '' }], same: 0 })
  expect(diffOf({ on: true, off: null }, undefined).lines).toEqual([
    { name: 'on', before: 'true', after: null },
    { name: 'off', before: 'null', after: null },
  ])
  expect(diffOf(null, null)).toEqual({ lines: [], same: 0 })
})
