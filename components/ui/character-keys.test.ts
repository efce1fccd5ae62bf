import { expect, test } from 'vitest'
import { isCharacterPress } from './character-keys.ts'

test.each(['j', 'A', 'ㅏ', '/', '?', '1'])('%s is a shortcut of a single character', (key) => {
  expect(isCharacterPress({ key })).toBe(true)
})

test.each([' ', 'Enter', 'Escape', 'ArrowDown'])('%s is none, and works while they are turned off', (key) => {
  expect(isCharacterPress({ key })).toBe(false)
})
