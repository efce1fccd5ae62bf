import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contractMessages } from '#e2e/support/contract.ts'
import {
  findMessagesTableFaults,
  type MessageSighting,
  readCommittedTable,
  renderMessagesTable,
} from './messages-table.ts'

const e2e = join(import.meta.dirname, '../e2e/journeys')
const committedRows = readCommittedTable()
  .split('\n')
  .filter((line) => line.startsWith('| /'))
  .map((line) => line.slice(2, -2).split(' | '))

test('the committed table has every message of the contract in its order, each seen by a test', () => {
  const expected = Object.values(contractMessages).map(({ on, when, says }) => [on, when, says])
  expect(committedRows.map((row) => row.slice(0, 3))).toEqual(expected)
  expect(committedRows.filter((row) => !row[3])).toEqual([])
})

test('every message of the contract is looked for, and every test that the table names exists', () => {
  const specs = new Map(
    globSync('*.spec.ts', { cwd: e2e }).map((name) => [name, readFileSync(join(e2e, name), 'utf8')]),
  )
  for (const [, , , by = ''] of committedRows) {
    const [spec = '', ...title] = by.split(': ')
    expect(specs.get(spec) ?? '', by).toContain(title.join(': '))
  }
})

test('a message that no test saw, and a table of another run, are faults', () => {
  const all = Object.keys(contractMessages).map((key): MessageSighting => ({ key, spec: 'a.spec.ts', test: 'saw it' }))
  expect(findMessagesTableFaults(all, renderMessagesTable(all))).toEqual([])
  const [first, ...rest] = all
  expect(findMessagesTableFaults(rest, renderMessagesTable(rest))).toEqual([expect.stringContaining(first?.key ?? '-')])
  const renamed = all.map((each) => ({ ...each, test: 'saw it again' }))
  expect(findMessagesTableFaults(renamed, renderMessagesTable(all))).toEqual([expect.stringContaining('stale')])
})
