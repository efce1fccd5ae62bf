import { expect, test } from 'vitest'
import { findTableWriteFaults, findTableWrites, readSchemaTables, type TableWrite } from './check-tables.ts'

const schema = `model Popup {
  id Int @id

  @@map("popups")
}

model TermsVersion {
  id Int @id

  @@map("terms_versions")
}
`
const tables = readSchemaTables(schema)
const writes = (source: string) =>
  findTableWrites('lib/a.ts', source, tables).map(({ table, way }) => `${table} ${way}`)

test('tables are known by the names that their models have in TypeScript', () => {
  expect([...tables]).toEqual([
    ['popup', 'popups'],
    ['termsVersion', 'terms_versions'],
  ])
})

test.each([
  ["'INSERT INTO popups (enabled) VALUES (true)'", 'popups SQL'],
  ['`WITH a AS (SELECT 1) UPDATE popups p SET enabled = true`', 'popups SQL'],
  ["'DELETE FROM ONLY terms_versions'", 'terms_versions SQL'],
  ['await tx.termsVersion.updateMany({ data })', 'terms_versions Prisma'],
  ['prisma().popup.upsert({ where })', 'popups Prisma'],
  ['prisma()\n  .popup.create({ data })', 'popups Prisma'],
  ["const list = { model: 'popup', table: 'popups' }", 'popups Prisma'],
])('%s is a write', (source, write) => expect(writes(source)).toEqual([write]))

test.each([
  "'SELECT FROM popups WHERE enabled FOR UPDATE'",
  "'INSERT INTO other (id) SELECT id FROM popups'",
  'prisma().popup.findMany({ where })',
  '// UPDATE popups SET enabled = true',
])('%s is none', (source) => expect(writes(source)).toEqual([]))

const popups = (file: string, way: TableWrite['way']): TableWrite => ({ file, table: 'popups', way })

test('a table that both ways write is a fault, unless all files of one way are exceptions', () => {
  const both = [popups('a.ts', 'SQL'), popups('b.ts', 'Prisma'), popups('c.ts', 'SQL')]
  expect(findTableWriteFaults(both.slice(0, 1), {})).toEqual([])
  expect(findTableWriteFaults(both, {})).toHaveLength(1)
  expect(findTableWriteFaults(both, { popups: ['a.ts'] })).toEqual([
    'popups is written by both ways: b.ts (Prisma), c.ts (SQL)',
  ])
  expect(findTableWriteFaults(both, { popups: ['a.ts', 'c.ts'] })).toEqual([])
})

test('an exception that nothing needs any more is a fault', () => {
  expect(findTableWriteFaults([popups('a.ts', 'SQL')], { popups: ['b.ts'] })).toEqual([
    "b.ts is an exception for popups, but doesn't write it",
  ])
})
