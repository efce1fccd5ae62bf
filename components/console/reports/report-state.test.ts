import { expect, test } from 'vitest'
import { parseReportState, reportHref } from './report-state.ts'

const today = '2026-11-21'
const month = { by: 'day', from: '2026-10-23', to: today, period: 30 }

test('a month by day is shown when the URL says nothing, or nothing that makes sense', () => {
  expect(parseReportState({}, today)).toEqual(month)
  for (const odd of [
    { period: '31', by: 'x' },
    { from: '2026-02-30' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: ['2026-01-01', '2026-01-02'] },
    { from: '1e3' },
  ])
    expect(parseReportState(odd, today)).toEqual(month)
})

test('a custom range ends today at the latest and is at most a year', () => {
  const state = parseReportState({ from: '2020-01-01', to: '2999-01-01' }, today)
  expect(state).toEqual({ by: 'day', from: '2025-11-21', to: today, period: undefined })
})

test('every state is read back from its own URL', () => {
  for (const params of [
    {},
    { period: '365', by: 'service' },
    { from: '2026-01-01', to: '2026-01-31', by: 'provider' },
  ]) {
    const state = parseReportState(params, today)
    const query = new URL(reportHref(state), 'http://shop').searchParams
    expect(parseReportState(Object.fromEntries(query), today)).toEqual(state)
  }
  expect(reportHref(parseReportState({}, today))).toBe('/admin/reports')
})
