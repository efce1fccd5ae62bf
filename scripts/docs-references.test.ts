import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })

/** Paths of this repository that a text names: relative links, and paths in code marks without a pattern in them. */
function referencesOf(text: string, folder: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, path = '']) =>
    join(folder, path),
  )
  const marked = /`((?:app|bench|components|docs|e2e|lib|prisma|scripts|tests)\/[\w./()[\]-]+)`/g
  const plain = /(?<![\w/`(])docs\/[\w/-]+\.md/g
  return [
    ...links,
    ...[...text.matchAll(marked)].map(([, path = '']) => path),
    ...[...text.matchAll(plain)].map(([path]) => path),
  ]
}

test.each(documents)('every file that %s refers to is there', (document) => {
  const references = referencesOf(readFileSync(join(root, document), 'utf8'), dirname(document))
  expect(references.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the check sees links, marked paths and plain ones', () => {
  const text = 'See [a](b.md), `lib/none.ts` and docs/none.md; not [c](https://example.com) or `lib/<noun>/`.'
  expect(referencesOf(text, 'docs')).toEqual(['docs/b.md', 'lib/none.ts', 'docs/none.md'])
})
