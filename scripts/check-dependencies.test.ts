import { expect, test } from 'vitest'
import { dependencyFaults } from './check-dependencies.ts'

const document = `# Dependencies

## What runs in production

| package | for |
|---|---|
| next, react | pages |

## What only development needs

| package | for |
|---|---|
| vitest | tests |
`
const packages = { dependencies: { next: '16.4.6', react: '19.3.1' }, devDependencies: { vitest: '5.1.1' } }

test('packages that all stand in their table, pinned exactly, are no fault', () => {
  expect(dependencyFaults(packages, document)).toEqual([])
})

test('a package without a line, a line without a package and a range are named', () => {
  expect(dependencyFaults({ dependencies: { next: '^16.4.6', pg: '8.23.1' }, devDependencies: {} }, document)).toEqual([
    'pg: not in docs/dependencies.md under "What runs in production"',
    'react: under "What runs in production", but no package of ours',
    'next: ^16.4.6 is no exact version',
    'vitest: under "What only development needs", but no package of ours',
  ])
})
