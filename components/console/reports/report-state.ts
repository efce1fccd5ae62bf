import { addDays, laterDay } from '#lib/reports/rules.ts'
import { hrefOf } from '../../ui/href.ts'
import { type DayPreset, type DayRange, dayPresets } from '../day-presets.ts'
import { parseUrlDay, type SearchParams } from '../list-state.ts'

export const reportPeriodDays = [7, 30, 90, 365] as const
export const reportGroupings = ['day', 'service', 'provider'] as const

export type ReportGrouping = (typeof reportGroupings)[number]

/**
 * State of the reports, as stored in their URL: how the sums are grouped, and the first and last day in Seoul, both
 * included.
 */
export interface ReportState {
  /** How the sums are grouped. */
  readonly by: ReportGrouping
  readonly from: string
  readonly to: string
  /** Length in days of a period that ends today; undefined for a range with its own first and last day. */
  readonly period: number | undefined
}

const DEFAULT_PERIOD_DAYS = 30
const MAX_PERIOD_DAYS = 366

/** The day in a URL parameter, or today if that day is in the future; undefined if the parameter is no valid day. */
function parseDayUntil(value: string | string[] | undefined, today: string): string | undefined {
  const day = parseUrlDay(value)
  return day && day > today ? today : day
}

/**
 * Reads the reports' state from their URL; invalid parameters are ignored. A range longer than MAX_PERIOD_DAYS is cut
 * to its last MAX_PERIOD_DAYS days.
 */
export function parseReportState(params: SearchParams, today: string): ReportState {
  const by = reportGroupings.find((way) => way === params.by) ?? 'day'
  const [from, to = today] = [parseDayUntil(params.from, today), parseDayUntil(params.to, today)]
  if (from && from <= to) {
    return { by, from: laterDay(from, addDays(to, 1 - MAX_PERIOD_DAYS)), to, period: undefined }
  }
  const period = reportPeriodDays.find((days) => String(days) === params.period) ?? DEFAULT_PERIOD_DAYS
  return { by, from: addDays(today, 1 - period), to: today, period }
}

/** URL of the reports in a given state; equal states have equal URLs. */
export function reportHref({ by, from, to, period }: ReportState): string {
  const days = period === undefined ? { from, to } : { period: period === DEFAULT_PERIOD_DAYS ? undefined : period }
  return hrefOf('/admin/reports', { by: by === 'day' ? undefined : by, ...days })
}

const periodLabels: Readonly<Record<number, string>> = { 7: '7일', 30: '30일', 90: '90일', 365: '1년' }

/** Ranges of days that the reports offer as chips, none of which ends after today. */
export const reportPresets = (today: string): readonly DayPreset[] => [
  ...dayPresets(today).map(({ label, from, to = today }) => ({ label, from, to: to > today ? today : to })),
  ...reportPeriodDays.map((period) => ({
    label: periodLabels[period] ?? '',
    from: addDays(today, 1 - period),
    to: today,
  })),
]

/**
 * URL of the reports for these days. Without `to` the days end today; without `from` they are the last
 * DEFAULT_PERIOD_DAYS days. For a preset such as the last 7 days, the URL contains the number of days instead of two
 * dates, so that a stored link always shows the latest days.
 */
export function reportDaysHref(state: ReportState, days: DayRange, today: string): string {
  const { from, to = today } = days
  const period = reportPeriodDays.find((days) => to === today && from === addDays(today, 1 - days))
  return reportHref({ ...state, from: from ?? addDays(to, 1 - DEFAULT_PERIOD_DAYS), to, period })
}
