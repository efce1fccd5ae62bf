import { expect, test } from 'vitest'
import { selectTests } from './select-tests.ts'

test('without a word every part runs, in its order', () => {
  expect(selectTests([])).toEqual({ parts: ['check', 'unit', 'e2e', 'messages'], vitest: [] })
})

test('files and flags after unit or e2e are handed to vitest as they are', () => {
  const narrowed = ['lib/charges/refund.test.ts', '-t', 'a refund is paid once']
  expect(selectTests(['unit', ...narrowed])).toEqual({ parts: ['unit'], vitest: narrowed })
  expect(selectTests(['e2e', 'e2e/journeys/refund.spec.ts'])).toEqual({
    parts: ['e2e'],
    vitest: ['e2e/journeys/refund.spec.ts'],
  })
})

test('a file that no part can take is refused rather than ignored', () => {
  for (const args of [['lib/charges/refund.test.ts'], ['check', 'x'], ['unit', 'e2e', 'x'], ['unti']])
    expect(selectTests(args)).toBeNull()
})
