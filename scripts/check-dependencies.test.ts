import { expect, test } from 'vitest'
import { findDependencyFaults, findPackageLockFaults } from './check-dependencies.ts'

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
  expect(findDependencyFaults(packages, document)).toEqual([])
})

test('a package without a line, a line without a package and a range are named', () => {
  expect(
    findDependencyFaults({ dependencies: { next: '^16.4.6', pg: '8.23.1' }, devDependencies: {} }, document),
  ).toEqual([
    'pg: not in docs/dependencies.md under "What runs in production"',
    'react: under "What runs in production", but no package of ours',
    'next: ^16.4.6 is no exact version',
    'vitest: under "What only development needs", but no package of ours',
  ])
})

test('a licence that is not allowed or missing, a missing digest and an unnamed install script are named', () => {
  const right = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' }
  const packages = {
    '': {},
    'node_modules/right': right,
    'node_modules/either': { ...right, license: '(MIT OR GPL-3.0-only)' },
    'node_modules/both': { ...right, license: 'MIT AND AGPL-3.0-only' },
    'node_modules/a/node_modules/none': { ...right, license: undefined },
    'node_modules/bare': { ...right, integrity: undefined },
    'node_modules/script': { ...right, hasInstallScript: true },
    'node_modules/denied': { ...right, hasInstallScript: true },
  }
  expect(findPackageLockFaults({ packages } as never, { denied: false })).toEqual([
    'both: the licence MIT AND AGPL-3.0-only is not allowed',
    'none: no licence in package-lock.json; look it up',
    'bare: 1.0.0 has no digest in package-lock.json',
    "script: an install script that allowScripts doesn't name",
  ])
})
