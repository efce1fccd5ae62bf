import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DateField } from './date-field.tsx'

test('no screen asks for a day or time in the browser’s own field, whose form depends on the browser’s language', () => {
  const files = globSync('{app,components}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(300)
  const native = /type(=|: )["']?(date|datetime-local|time|month|week)["']/
  expect(files.filter((file) => native.test(readFileSync(file, 'utf8')))).toEqual([])
})

const inputOf = (props: Partial<Parameters<typeof DateField>[0]>) =>
  /<input[^>]*>/.exec(renderToStaticMarkup(<DateField label="시작일" value="" today="2026-11-22" {...props} />))?.[0] ??
  ''

test('a day is shown in Korean form, under its name in a plain form', () => {
  expect(inputOf({ name: 'from', value: '2026-11-02' })).toMatch(/name="from".*value="2026\. 11\. 2\."/)
  expect(inputOf({ value: '' })).toContain('placeholder="2026. 11. 22."')
})

test('a text that is no day stays as it was typed, for the form’s rule to refuse', () => {
  expect(inputOf({ value: '모레', keepsTyped: true })).toContain('value="모레"')
})
