import { dayAfter, laterOf } from '#lib/reports/rules.ts'
import { hrefOf } from '../../ui/href.ts'
import type { SearchParams } from '../list-state.ts'

export const reportPeriods = [7, 30, 90, 365] as const
export const reportGroupings = ['day', 'service', 'provider'] as const

export type ReportGrouping = (typeof reportGroupings)[number]

/**
 * State of the reports, as stored in their URL: the first and last day in Seoul, both included, and the grouping of the
 * sums.
 */
export interface ReportState {
  readonly by: ReportGrouping
  readonly from: string
  readonly to: string
  /** Length in days of a period that ends today; undefined for two days chosen freely. */
  readonly period: number | undefined
}

const DEFAULT_PERIOD_DAYS = 30
const MAX_PERIOD_DAYS = 366

/** A valid day, today if it is later; undefined for anything else. */
function validDayOf(value: string | string[] | undefined, today: string): string | undefined {
  if (typeof value !== 'string' || !/^2\d{3}-\d\d-\d\d$/.test(value)) return undefined
  const at = Date.parse(`${value}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== value) return undefined
  return value > today ? today : value
}

/** Reads the reports' state from their URL; invalid parameters are ignored. */
export function reportState(params: SearchParams, today: string): ReportState {
  const by = reportGroupings.find((way) => way === params.by) ?? 'day'
  const [from, to = today] = [validDayOf(params.from, today), validDayOf(params.to, today)]
  if (from && from <= to) {
    return { by, from: laterOf(from, dayAfter(to, 1 - MAX_PERIOD_DAYS)), to, period: undefined }
  }
  const period = reportPeriods.find((days) => String(days) === params.period) ?? DEFAULT_PERIOD_DAYS
  return { by, from: dayAfter(today, 1 - period), to: today, period }
}

/** URL of the reports in a given state; equal states have equal URLs. */
export function reportHref({ by, from, to, period }: ReportState): string {
  const days = period === undefined ? { from, to } : { period: period === DEFAULT_PERIOD_DAYS ? undefined : period }
  return hrefOf('/admin/reports', { by: by === 'day' ? undefined : by, ...days })
}
