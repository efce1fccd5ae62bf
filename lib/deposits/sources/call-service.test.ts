import { expect, test } from 'vitest'
import { refusalText } from './call-outside-service.ts'

test('a service’s refusal is cut to a text that can be stored, also within an emoji', () => {
  const text = refusalText(`key-1\0 ${'가'.repeat(97)}😀 …`, ['key-1'])
  expect(text).toHaveLength(100)
  expect(text.isWellFormed()).toBe(true)
  expect(text).not.toContain('\0')
})
