import { expect, it } from 'vitest'
import { parseChargeHistoryState } from './charge-history-state.ts'

it('reads status and page from the query string', () => {
  expect(parseChargeHistoryState({ status: '0', page: '3' })).toEqual({ status: 0, page: 3 })
  expect(parseChargeHistoryState({})).toEqual({ status: undefined, page: 1 })
})

it.each(['0', '-1', '1.5', 'x', '', '1e9', undefined])('page %s means the first page', (page) => {
  expect(parseChargeHistoryState({ page }).page).toBe(1)
})

it.each(['3', '', 'x', ['0', '1'], '00'])('status %s means no filter', (status) => {
  expect(parseChargeHistoryState({ status }).status).toBeUndefined()
})
