import { expect, test } from 'vitest'
import { decidedChangeText } from './labels.ts'

test('an OWNER reads that a change which could not be made any more was not made', () => {
  expect(decidedChangeText('계좌번호', 'APPLIED')).toBe('계좌번호 변경을 적용했어요.')
  expect(decidedChangeText('계좌번호', 'OUTDATED')).toMatch(/^계좌번호 변경을 적용하지 못했어요\./)
  for (const state of ['WITHDRAWN', 'REFUSED'] as const)
    expect(decidedChangeText('계좌번호', state)).toBe('계좌번호 변경을 멈췄어요.')
})
