import { expect, test } from 'vitest'
import { isMaskedKey, keyScopes, maskKey, maskKeyFromTail } from './rules.ts'

test('a key may read, order, or both', () => {
  expect(keyScopes).toEqual(['read', 'order'])
})

test.each([
  [`ps_${'a'.repeat(36)}WXYZ`, 'ps_••••••••••WXYZ'],
  [`sk_live_${'a'.repeat(36)}WXYZ`, 'sk_live_••••••••••WXYZ'],
  [`ps_${'a'.repeat(10)}WXYZ`, 'ps_••••••••••WXYZ'],
  [`ps_${'a'.repeat(9)}WXYZ`, 'ps_•••••••••WXYZ'],
  ['ps_aWXYZ', 'ps_•WXYZ'],
  ['ps_WXYZ', 'ps_WXYZ'],
  ['ps_YZ', 'ps_YZ'],
  ['ps_', 'ps_'],
  ['abcdWXYZ', '••••WXYZ'],
])('of the key %s is shown %s: its prefix, at most ten dots, and its last four characters', (key, masked) => {
  expect(maskKey(key)).toBe(masked)
})

test('a key of which only prefix and end are stored looks like a masked one', () => {
  const key = `sk_live_${'a'.repeat(36)}WXYZ`
  expect(maskKeyFromTail('sk_live_', 'WXYZ')).toBe(maskKey(key))
  expect([key, maskKey(key)].map(isMaskedKey)).toEqual([false, true])
})
