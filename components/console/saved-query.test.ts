import { expect, test } from 'vitest'
import { savedFilterRules } from '#lib/staff/errors.ts'
import { savedQuery } from './saved-query.ts'

test('a list’s state is its filters and its search, in one order', () => {
  expect(savedQuery('?status=2&q=김+민준&id=7&cursor=99')).toBe(savedQuery('q=%EA%B9%80%20%EB%AF%BC%EC%A4%80&status=2'))
  expect(savedQuery('?id=7')).toBe('')
  expect(savedQuery('')).toBe('')
})

test('any text typed into a search can be saved', () => {
  for (const q of ['주) 온미디어 #1', 'a&b=c?d', '100%', '"quoted" <b>', '\\', '🙂'])
    expect(
      savedFilterRules({ page: '/admin/charges', name: '보기', query: savedQuery(`?q=${encodeURIComponent(q)}`) }),
    ).toEqual(expect.not.arrayContaining([expect.arrayContaining([true])]))
})
