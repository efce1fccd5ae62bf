import { expect, it } from 'vitest'
import { compactSeoulDay, isHiddenToday, parseHiddenPopups, withHiddenToday } from './hidden-popups.ts'

const evening = Date.parse('2026-11-21T14:59:00Z')

it('counts days in Seoul', () => {
  expect(compactSeoulDay(evening)).toBe('20261121')
  expect(compactSeoulDay(evening + 60_000)).toBe('20261122')
})

it('hides a popup for the rest of its day, each on its own', () => {
  const records = withHiddenToday([], 3, compactSeoulDay(evening))
  expect(records).toEqual([{ popupId: '3', date: '20261121' }])
  expect(isHiddenToday(records, 3, '20261121')).toBe(true)
  expect(isHiddenToday(records, 3, '20261122')).toBe(false)
  expect(isHiddenToday(records, 4, '20261121')).toBe(false)
})

it('keeps one record a popup and none of yesterday', () => {
  const yesterday = [{ popupId: '1', date: '20261120' }]
  const twice = withHiddenToday(withHiddenToday(yesterday, 2, '20261121'), 2, '20261121')
  expect(twice).toEqual([{ popupId: '2', date: '20261121' }])
})

it('reads broken storage as no hidden popups', () => {
  for (const broken of [null, '', '{', '{}', '[1]', '[{"popupId":3}]']) expect(parseHiddenPopups(broken)).toEqual([])
})
