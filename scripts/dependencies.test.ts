import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

type Packages = Record<string, string>
const { dependencies, devDependencies }: Record<'dependencies' | 'devDependencies', Packages> = JSON.parse(
  read('package.json'),
)

/** The packages in the first column of the table under a heading. */
const listed = (heading: string): string[] => {
  const [, part = ''] = read('docs/dependencies.md').split(`## ${heading}\n`)
  const rows = [...(part.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell)
  return rows.slice(1).flatMap((cell) => cell.split(', '))
}

test.each([
  ['What runs in production', dependencies],
  ['What only development needs', devDependencies],
])('%s: docs/dependencies.md names each package and no other', (heading, packages) => {
  expect(listed(heading).toSorted()).toEqual(Object.keys(packages).toSorted())
})

test('every version is pinned exactly', () => {
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
})
