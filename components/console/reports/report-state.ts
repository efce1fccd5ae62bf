import { hrefOf } from '../../ui/href.ts'
import type { SearchParams } from '../list-state.ts'

export const reportPeriods = [7, 30, 90, 365] as const
export const reportWays = ['day', 'service', 'provider'] as const

export type ReportWay = (typeof reportWays)[number]

/** What the URL of the reports says: days in Seoul, both included, and what their sums are grouped by. */
export interface ReportState {
  readonly by: ReportWay
  readonly from: string
  readonly to: string
  /** The period that this is, counted back from today; undefined for days of one's own. */
  readonly period: number | undefined
}

const PRESET = 30
const MOST_DAYS = 366
const DAY = 86_400_000

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)

const laterOf = (a: string, b: string): string => (a.localeCompare(b) > 0 ? a : b)

/** A day that there is, not after today; undefined for what is none. */
function dayOf(value: string | string[] | undefined, today: string): string | undefined {
  if (typeof value !== 'string' || !/^2\d{3}-\d\d-\d\d$/.test(value)) return undefined
  const at = Date.parse(`${value}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== value) return undefined
  return value > today ? today : value
}

/** Reads the reports' URL; whatever makes no sense there counts as absent. */
export function reportState(params: SearchParams, today: string): ReportState {
  const by = reportWays.find((way) => way === params.by) ?? 'day'
  const [from, to = today] = [dayOf(params.from, today), dayOf(params.to, today)]
  if (from && from <= to) {
    const first = dayBefore(to, MOST_DAYS - 1)
    return { by, from: laterOf(from, first), to, period: undefined }
  }
  const period = reportPeriods.find((days) => String(days) === params.period) ?? PRESET
  return { by, from: dayBefore(today, period - 1), to: today, period }
}

/** The address of the reports in a state; one state has one address. */
export function reportHref({ by, from, to, period }: ReportState): string {
  const days = period === undefined ? { from, to } : { period: period === PRESET ? undefined : period }
  return hrefOf('/admin/reports', { by: by === 'day' ? undefined : by, ...days })
}
