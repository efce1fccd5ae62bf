import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findDeclaredNames, hasMetaphor, metaphors, replacementFor, splitName } from './check-names.ts'

test.each(['Shelf', 'orderWithStory', 'MAX_WORDS', 'lib/content/kept-lists.test.ts', 'HeardTwice', 'staff-room.ts'])(
  '%s has a metaphor in it',
  (name) => expect(hasMetaphor(name)).toBe(true),
)

test.each(['deskew', 'PasswordStrength', 'lib/orders/queries.ts', 'essay', 'roomy', 'keyword'])('%s has none', (name) =>
  expect(hasMetaphor(name)).toBe(false),
)

test('names are split at capitals, hyphens and underscores', () => {
  expect(splitName('MAX_WORDS')).toEqual(['max', 'words'])
  expect(splitName('kept-lists.test.ts')).toEqual(['kept', 'lists', 'test', 'ts'])
  expect(splitName('orderWithStory')).toEqual(['order', 'with', 'story'])
})

test('declarations are read from code, not from comments and texts', () => {
  const text = "// const told = 1\nconst note = 'type Told'\nexport type Wish = { told: 1 }\nasync function hear() {}"
  expect(findDeclaredNames(text)).toEqual(['note', 'Wish', 'hear'])
})

test('the glossary says of each metaphor what to write instead', () => {
  const [, glossary = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Instead of metaphors')
  for (const metaphor of metaphors) expect(replacementFor(metaphor, glossary), metaphor).toMatch(/\w/)
  expect(replacementFor('keptInput', glossary)).toContain('stored')
})
