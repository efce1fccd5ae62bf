import { expect, it } from 'vitest'
import { historyState } from './history-state.ts'

it('reads status and page from the query string', () => {
  expect(historyState({ status: '0', page: '3' })).toEqual({ status: 0, page: 3 })
  expect(historyState({})).toEqual({ status: undefined, page: 1 })
})

it.each(['0', '-1', '1.5', 'x', '', '1e9', undefined])('page %s means the first page', (page) => {
  expect(historyState({ page }).page).toBe(1)
})

it.each(['3', '', 'x', ['0', '1'], '00'])('status %s means no filter', (status) => {
  expect(historyState({ status }).status).toBeUndefined()
})
