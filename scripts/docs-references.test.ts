import { expect, test } from 'vitest'
import { findReferenceFaults, readTexts } from './check-references.ts'

const faultsOf = (path: string, text: string, other: Record<string, string> = {}) =>
  findReferenceFaults(new Map([[path, text], ...Object.entries(other)]))

test('every reference of a document or a comment leads somewhere in the repository', () => {
  expect(findReferenceFaults(readTexts())).toEqual([])
})

test('every decision stands in the list of decisions by its title, and no other', () => {
  const texts = [...readTexts()].filter(([path]) => /^docs\/decisions\/\d/.test(path)).toSorted()
  const lines = texts.map(
    ([path, text]) => `- [${/^# (.*)$/m.exec(text)?.[1]}](${path.replace('docs/decisions/', '')})`,
  )
  const list = readTexts().get('docs/decisions/README.md') ?? ''
  expect(list.split('\n').filter((line) => line.startsWith('- '))).toEqual(lines)
})

test('the check reads documents, sources and tests', () => {
  const paths = [...readTexts().keys()]
  for (const path of [
    'README.md',
    'docs/contract.md',
    'lib/core/call.ts',
    'lib/orders/rules.test.ts',
    'next.config.ts',
  ])
    expect(paths).toContain(path)
  expect(paths.filter((path) => /node_modules|generated|prisma\/migrations/.test(path))).toEqual([])
})

test('a document’s links, marked paths and plain ones that are not there are faults; patterns and addresses are none', () => {
  const text = 'See [a](b.md), `lib/none.ts` and docs/none.md; not [c](https://example.com) or `lib/<noun>/`.'
  expect(faultsOf('docs/a.md', text)).toEqual([
    'docs/a.md: docs/b.md',
    'docs/a.md: lib/none.ts',
    'docs/a.md: docs/none.md',
  ])
})

test('an anchor that its document doesn’t have is a fault, in a document and in a comment', () => {
  const contract = { 'docs/contract.md': '# Contract\n\n## Account look-up\n' }
  const good = '// docs/contract.md#account-look-up, docs/decisions/0024\n'
  expect(faultsOf('lib/a.ts', good, contract)).toEqual([])
  expect(faultsOf('lib/a.ts', '// docs/contract.md#charges, docs/decisions/9999', contract)).toEqual([
    'lib/a.ts: docs/contract.md#charges',
    'lib/a.ts: docs/decisions/9999',
  ])
  expect(faultsOf('docs/a.md', '[x](contract.md#contract) [y](contract.md#charges) [z](#none)', contract)).toEqual([
    'docs/a.md: docs/contract.md#charges',
    'docs/a.md: docs/a.md#none',
  ])
})

test('a file that a comment names and that is not there is a fault', () => {
  expect(
    faultsOf('lib/a.ts', "// See lib/core/call.ts and lib/core/none.ts.\nexport const path = 'lib/data/none.ts'"),
  ).toEqual(['lib/a.ts: lib/core/none.ts'])
})

test('a name of code that a document has and no source is a fault', () => {
  const code = { 'lib/a.ts': 'export const placeOrder = 1\nexport type PlacedOrder = {}' }
  const text =
    'Ask `placeOrder(db)`, a `PlacedOrder`, not `settleOrder`, a `SettledOrder`; `plain` or `SomeBody/someCode` are none.'
  expect(faultsOf('docs/a.md', text, code)).toEqual([
    'docs/a.md: no settleOrder in the code',
    'docs/a.md: no SettledOrder in the code',
  ])
})

test('a decision is linked by its title', () => {
  const decision = { 'docs/decisions/0001-calls-as-declarations.md': '# A call is a declaration\n' }
  const link = (name: string) => `[${name}](decisions/0001-calls-as-declarations.md)`
  expect(faultsOf('docs/a.md', link('A call is a declaration'), decision)).toEqual([])
  expect(faultsOf('docs/a.md', link('calls'), decision)).toEqual([
    `docs/a.md: not the title, which is “A call is a declaration”: ${link('calls')}`,
  ])
})

test('a number in a document that the repository doesn’t have is a fault, and so is an anchor that two headings have', () => {
  expect(faultsOf('lib/a.ts', '/** As decisions 4 and spec 5 say, and Spec sections 5. */')).toEqual([
    'lib/a.ts: decisions 4',
    'lib/a.ts: spec 5',
    'lib/a.ts: Spec sections 5',
  ])
  expect(faultsOf('docs/a.md', '## Money\n\n## Money\n')).toEqual(['docs/a.md: #money twice'])
})
