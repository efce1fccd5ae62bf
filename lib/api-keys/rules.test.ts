import { expect, it } from 'vitest'
import { maskedKey } from './rules.ts'

it('keeps the prefix and the last four characters in sight', () => {
  const key = `ps_${'a'.repeat(36)}WXYZ`
  expect(maskedKey(key)).toBe(`ps_${'•'.repeat(10)}WXYZ`)
  expect(maskedKey(`sk_live_${'a'.repeat(36)}WXYZ`)).toBe(`sk_live_${'•'.repeat(10)}WXYZ`)
})
