import { expect, test } from 'vitest'
import { applyRowChanges, noRowChanges, type RowChanges, rowChangesAfterReload, withRowChange } from './row-changes.ts'

interface Row {
  readonly id: number
  readonly status: string
  readonly note: string
}

const rowsOf = (...statuses: string[]): readonly Row[] =>
  statuses.map((status, at) => ({ id: at + 1, status, note: '' }))
const waiting = rowsOf('WAITS', 'WAITS')

/** The statuses that the list shows after each of these reloads. */
function shownAfter(changes: RowChanges<Row>, ...reloads: (readonly Row[])[]) {
  let left = changes
  return reloads.map((rows) => {
    left = rowChangesAfterReload(left, rows)
    return applyRowChanges(rows, left).map(({ status }) => status)
  })
}

test('a change is shown at once, and only in its rows', () => {
  const changes = withRowChange(noRowChanges(waiting), waiting, [2], { status: 'DONE' })
  expect(shownAfter(changes, waiting, waiting, waiting)).toEqual([
    ['WAITS', 'DONE'],
    ['WAITS', 'DONE'],
    ['WAITS', 'DONE'],
  ])
})

test('what a colleague changes later is shown, also if it is what the row had before', () => {
  const changes = withRowChange(noRowChanges(waiting), waiting, [1], { status: 'DONE' })
  expect(shownAfter(changes, rowsOf('DONE', 'WAITS'), rowsOf('WAITS', 'WAITS'), rowsOf('FAILED', 'WAITS'))).toEqual([
    ['DONE', 'WAITS'],
    ['WAITS', 'WAITS'],
    ['FAILED', 'WAITS'],
  ])
})

test('a colleague’s change that the first reload brings wins over the own one', () => {
  const changes = withRowChange(noRowChanges(waiting), waiting, [1], { status: 'DONE' })
  expect(shownAfter(changes, rowsOf('FAILED', 'WAITS'))).toEqual([['FAILED', 'WAITS']])
})

test('a reload that began before the change doesn’t take the row back; the next one counts, whatever it brings', () => {
  const changes = withRowChange(noRowChanges(waiting), waiting, [1], { status: 'DONE' })
  expect(shownAfter(changes, rowsOf('WAITS', 'WAITS'), rowsOf('WAITS', 'DONE'))).toEqual([
    ['DONE', 'WAITS'],
    ['WAITS', 'DONE'],
  ])
})

test('of two changes in a row, neither is taken back by a reload between them', () => {
  const first = withRowChange(noRowChanges(waiting), waiting, [1], { status: 'DONE' })
  const second = withRowChange(first, waiting, [1], { status: 'FAILED' })
  for (const stale of ['WAITS', 'DONE'])
    expect(shownAfter(second, rowsOf(stale, 'WAITS'), rowsOf('FAILED', 'WAITS'))).toEqual([
      ['FAILED', 'WAITS'],
      ['FAILED', 'WAITS'],
    ])
})

test('a row that left the list and comes back has the values of the server', () => {
  const changes = withRowChange(noRowChanges(waiting), waiting, [2], { status: 'DONE' })
  expect(shownAfter(changes, rowsOf('WAITS'), waiting)).toEqual([['WAITS'], ['WAITS', 'WAITS']])
})
