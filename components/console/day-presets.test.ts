import { expect, test } from 'vitest'
import { dayPresets, daysText, findMarkedPreset } from './day-presets.ts'

const daysOf = (today: string) => dayPresets(today).map(({ from, to }) => `${from} ${to}`)

test('presets are whole days and whole months of Seoul', () => {
  expect(daysOf('2026-11-22')).toEqual([
    '2026-11-22 2026-11-22',
    '2026-11-21 2026-11-21',
    '2026-11-01 2026-11-30',
    '2026-10-01 2026-10-31',
  ])
})

test('the month before March and before January is the right one, of the right length', () => {
  expect(daysOf('2026-03-31')[3]).toBe('2026-02-01 2026-02-28')
  expect(daysOf('2027-01-01').slice(1)).toEqual([
    '2026-12-31 2026-12-31',
    '2027-01-01 2027-01-31',
    '2026-12-01 2026-12-31',
  ])
})

test('days are written in Korean form, one day and open ends too', () => {
  expect(daysText({ from: '2026-11-01', to: '2026-11-30' })).toBe('2026. 11. 1. – 2026. 11. 30.')
  expect(daysText({ from: '2026-11-22', to: '2026-11-22' })).toBe('2026. 11. 22.')
  expect(daysText({ from: '2026-11-22' })).toBe('2026. 11. 22.부터')
  expect(daysText({ to: '2026-11-22' })).toBe('2026. 11. 22.까지')
  expect(daysText({})).toBe('')
})

test('one choice is marked: the preset of the days, or own days, also while they are being typed', () => {
  const presets = [{ label: '전체 기간' }, ...dayPresets('2026-11-22')]
  const today = { from: '2026-11-22', to: '2026-11-22' }
  expect(findMarkedPreset(presets, {}, false)?.label).toBe('전체 기간')
  expect(findMarkedPreset(presets, today, false)?.label).toBe('오늘')
  expect(findMarkedPreset(presets, today, true)).toBeNull()
  expect(findMarkedPreset(presets, { from: '2026-11-02' }, false)).toBeNull()
})
