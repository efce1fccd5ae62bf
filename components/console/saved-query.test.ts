import { expect, test } from 'vitest'
import { savedFilterRules } from '#lib/staff/errors.ts'
import { providerServiceListUrl } from './providers/provider-service-tools.tsx'
import { fromSavedQuery, toSavedQuery } from './saved-query.ts'

const today = '2026-11-30'

test('a list’s state is its filters and its search, in one order', () => {
  expect(toSavedQuery('?status=2&q=김+민준&id=7&cursor=99', today)).toBe(
    toSavedQuery('q=%EA%B9%80%20%EB%AF%BC%EC%A4%80&status=2', today),
  )
  expect(toSavedQuery('?id=7', today)).toBe('')
  expect(toSavedQuery('', today)).toBe('')
})

test('any text typed into a search can be saved', () => {
  for (const q of ['주) 온미디어 #1', 'a&b=c?d', '100%', '"quoted" <b>', '\\', '🙂'])
    expect(
      savedFilterRules({
        page: '/admin/charges',
        name: '보기',
        query: toSavedQuery(`?q=${encodeURIComponent(q)}`, today),
      }),
    ).toEqual(expect.not.arrayContaining([expect.arrayContaining([true])]))
})

test('a list saved for today is one of the present day later, also for yesterday and the months', () => {
  const later = (search: string) => fromSavedQuery(toSavedQuery(search, today), '2026-12-01')
  expect(later('?from=2026-11-30&status=0&to=2026-11-30')).toBe('?from=2026-12-01&status=0&to=2026-12-01')
  expect(later('?from=2026-11-29&to=2026-11-29')).toBe('?from=2026-11-30&to=2026-11-30')
  expect(later('?from=2026-11-01&to=2026-11-30')).toBe('?from=2026-12-01&to=2026-12-31')
  expect(later('?from=2026-10-01&to=2026-10-31')).toBe('?from=2026-11-01&to=2026-11-30')
})

test('days that somebody has chosen himself stay the days they were', () => {
  for (const query of ['?from=2026-11-03&to=2026-11-09', '?from=2026-11-30', '?status=2', '']) {
    expect(toSavedQuery(query, today)).toBe(query)
    expect(fromSavedQuery(query, '2026-12-01')).toBe(query)
  }
})

test('the list of a provider’s services can be saved, too', () => {
  const filter = { page: providerServiceListUrl(7).path, name: '사라진 상품', query: '?status=GONE' }
  expect(savedFilterRules(filter)).toEqual(expect.not.arrayContaining([expect.arrayContaining([true])]))
})
