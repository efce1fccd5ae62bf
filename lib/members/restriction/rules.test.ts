import { expect, test } from 'vitest'
import { isRestricted } from './rules.ts'

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
