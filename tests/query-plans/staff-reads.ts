import { z } from 'zod'
import { listAuditActors } from '#lib/audit/trail/queries.ts'
import { readLastBookCheck } from '#lib/books/queries/last-book-check.ts'
import { categoriesForStaff, saleStateCounts } from '#lib/catalog/queries/list-for-staff.ts'
import { openCashRefundTotals } from '#lib/charges/queries/refunds.ts'
import { pastChargeCountsOf, pendingChargesOf, pendingChargeTotals } from '#lib/charges/queries.ts'
import type { Call, Caller } from '#lib/core/call.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { answerCall } from '#lib/core/pipeline.ts'
import { depositFitsOfCharges } from '#lib/deposits/queries/deposit-fits.ts'
import { frequentReturnReasons } from '#lib/deposits/queries/frequent-return-reasons.ts'
import { depositForStaff } from '#lib/deposits/queries/one-deposit.ts'
import { waitingDepositTotals } from '#lib/deposits/queries.ts'
import { legalMeters } from '#lib/legal-limits/queries/meters.ts'
import { messageCostThisMonth, outboxState } from '#lib/messages/queries.ts'
import { countActiveAutoOrders } from '#lib/orders/auto/queries/list-for-staff.ts'
import { openOrderCounts } from '#lib/orders/queries/list-for-staff.ts'
import { confirmsAdjustmentsAlone } from '#lib/points/queries.ts'
import { countOpenQuestions } from '#lib/questions/queries/list-for-staff.ts'
import { countOpenReceipts } from '#lib/receipts/queries.ts'
import { reportLines } from '#lib/reports/queries/lines.ts'
import { periodReport } from '#lib/reports/queries/period-report.ts'
import { jobErrors, providerStates, workerState } from '#lib/reports/queries/system-health.ts'
import { otherWaitingCounts, waitingCounts } from '#lib/reports/queries/waiting.ts'
import { dailyReportFor } from '#lib/reports/queries.ts'
import { countStaffRequests } from '#lib/requests/queries/list-for-staff.ts'
import { searchAll } from '#lib/search/search-all.ts'
import { listStaff } from '#lib/staff/queries.ts'
import { countOpenTasks } from '#lib/tasks/resolution/queries.ts'
import { registry } from '#lib/web/registry.ts'
import { FIRST_ORDER_ID, RESELLER_ID, type Volume } from './volume.ts'

/** One read of the database by the console, such as a list with a filter. `name` identifies it in the results. */
export type StaffRead = { name: string; run(db: Database): Promise<unknown> }

/**
 * Search terms for staff lists. Each kind of search, such as for a member's id, has a term that finds nothing, one that
 * finds a few rows, and one that finds very many (an id prefix shared by 6 % of the members): the planner decides by
 * the number of rows.
 */
const searchTerms = (orderId: number) => [
  'nobody-at-all',
  'reseller',
  'user_0',
  String(orderId),
  '김민준',
  '200000',
  'user77@example.com',
  '0100000',
  '온미디어',
  '100',
  '팔로워 77',
  'charge.',
  `order ${orderId}`,
  'bank-77',
]

/** Query parameters that aren't filters. */
const parametersWithoutFilter = ['q', 'size', 'cursor', 'page', 'format']

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/**
 * Values for filters that accept any text or day. The days are near the ends of the data, so that few rows match: a
 * filter that selects half of a table may read all of it.
 */
const sampleValues: Record<string, string[]> = {
  action: ['charge.approve', 'member'],
  subject: ['order', 'member 77'],
  from: [dayBefore(1)],
  to: [dayBefore(720)],
  day: [dayBefore(0), dayBefore(400)],
}

/** The schema of a parameter's text in the query string: without its default, and before any transform. */
function textSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textSchema(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodPipe ? textSchema(schema.in as z.ZodType) : schema
}

/**
 * Values with which a filter is measured.
 *
 * @throws Error if no valid value is known, so that no filter is forgotten: add values to `sampleValues`
 */
export function sampleFilterValues(key: string, schema: z.ZodType): string[] {
  const inner = textSchema(schema)
  const isText = inner instanceof z.ZodString
  const values =
    inner instanceof z.ZodEnum
      ? inner.options.map(String)
      : (sampleValues[key] ?? (isText ? [] : ['0', '1', '2', '3', '4', '5']))
  const taken = values.filter((value) => schema.safeParse(value).success)
  if (taken.length === 0)
    throw new Error(`No value of the filter ${key} is known: add some to sampleValues in this file.`)
  return taken
}

const queryFieldsOf = (call: Call): Record<string, z.ZodType> =>
  call.query instanceof z.ZodObject ? call.query.shape : {}

/** A cursor deep in the list: a tenth of the list's rows are older. */
function deepCursor(path: string, { orders }: Volume): number {
  if (path.includes('/auto-orders')) return FIRST_ORDER_ID + orders + Math.round(orders / 50)
  return path.includes('/orders') ? FIRST_ORDER_ID + Math.round(orders / 10) : Math.round(orders / 50)
}

/**
 * Query strings that combine each value of one filter with each value of another. Leaves out pairs of a first and a
 * last day, because no two days of `sampleValues` form a period.
 */
const pairedValues = (filters: readonly string[][]): string[] =>
  filters
    .flatMap((own, at) =>
      own.flatMap((one) => filters.slice(at + 1).flatMap((others) => others.map((other) => `${one}&${other}`))),
    )
    .filter((pair) => !/^(from=.*&to=|to=.*&from=)/.test(pair))

/**
 * Combinations that are measured even with `few`: the sorted list of one status, and the sorted list of a month with
 * the search `user_0`, which finds many members. For these, PostgreSQL may choose a slow plan because it expects
 * matching rows where there are none.
 */
const sortedAndFiltered = /^(sort=[^&]*&status=[^&]*|status=[^&]*&sort=[^&]*|from=.*&sort=.*&q=user_0)$/

/** A month in the middle of the data, for lists that are filtered by days. */
const pastMonth = `from=${dayBefore(400)}&to=${dayBefore(370)}`

/**
 * Two periods with very many rows: one with nearly all rows, and one with most rows of a shop whose orders are mostly
 * recent.
 */
const longPeriods = [`from=${dayBefore(700)}`, `from=${dayBefore(20)}`] as const

/** Query strings of the two long periods, sorted by each column; those of the first period also with each status. */
function longPeriodsSorted(values: readonly string[][]): string[] {
  const [sorted = [], ofStatus = []] = ['sort=', 'status='].map((name) =>
    values.find((each) => each[0]?.startsWith(name)),
  )
  return sorted.flatMap((sort) => [
    ...longPeriods.map((period) => `${period}&${sort}`),
    ...ofStatus.map((status) => `${longPeriods[0]}&${sort}&${status}`),
  ])
}

/**
 * Query strings of a list: each filter alone, with another filter and with a search; a past month with each filter;
 * long periods, sorted; each search alone; and the filters and searches with a cursor deep in the list. `few` leaves
 * out some of them.
 */
function queriesOf(call: Call, volume: Volume, few: boolean): string[] {
  const { orders } = volume
  const shape = queryFieldsOf(call)
  const values = Object.entries(shape)
    .filter(([key]) => !parametersWithoutFilter.includes(key))
    .map(([key, schema]) => sampleFilterValues(key, schema).map((value) => `${key}=${value}`))
  const days = shape.from && shape.to ? [pastMonth, ...values.flat().map((each) => `${pastMonth}&${each}`)] : []
  const filters = [...values.flat(), ...days.filter((each) => !/&(from|to)=/.test(each.slice(pastMonth.length)))]
  const found = shape.q
    ? searchTerms(FIRST_ORDER_ID + Math.round(orders / 2))
        .slice(0, few ? 6 : undefined)
        .map((q) => `q=${encodeURIComponent(q)}`)
    : []
  const pairs = [...pairedValues(values), ...filters.flatMap((each) => found.map((q) => `${each}&${q}`))]
  const together = few ? pairs.filter((each) => sortedAndFiltered.test(each)) : pairs
  const cursor = `cursor=${deepCursor(call.path, volume)}`
  const deep = shape.cursor ? [cursor, ...[...filters, ...(few ? [] : found)].map((each) => `${each}&${cursor}`)] : []
  const long = shape.from ? longPeriodsSorted(values) : []
  return ['', ...filters, ...found, ...together, ...long, ...deep]
}

const owner: Caller = { memberId: 7, loginId: 'owner', role: 'OWNER', via: 'session', sessionId: null, totp: true }

/** Runs a call as if an OWNER had sent it, without authentication. @throws Error unless the call succeeds */
async function ask(call: Call, path: string, search: string, db: Database): Promise<void> {
  const request = {
    method: 'GET',
    path,
    search,
    header: () => undefined,
    body: async () => Buffer.alloc(0),
    address: '192.0.2.1',
  }
  const { status, body } = await answerCall(call, request, db, async () => owner)
  // The generated shop has no record with this id, so there is nothing to measure.
  if (status === 404 && path !== call.path) return
  if (status !== 200) throw new Error(`GET ${path}${search} answered ${status}: ${String(body).slice(0, 200)}`)
}

/** The id that replaces {id} in a call's path. For members it is the reseller's, who has the most records. */
const idFor = (path: string, { orders }: Volume): number => {
  if (path.includes('/members/')) return RESELLER_ID
  if (path.includes('/auto-orders/')) return FIRST_ORDER_ID + orders + 77
  return path.includes('/orders/') ? FIRST_ORDER_ID + 77 : 1
}

const readsOfCall = (call: Call, volume: Volume, few: boolean): StaffRead[] => {
  const path = call.path.replace('{id}', String(idFor(call.path, volume)))
  return queriesOf(call, volume, few).map((query) => {
    const search = query && `?${query}`
    return { name: `GET ${path}${decodeURIComponent(search)}`, run: (db) => ask(call, path, search, db) }
  })
}

const lastYear = { from: dayBefore(365), to: dayBefore(0), today: dayBefore(0) }
const fortyNineIds = Array.from({ length: 49 }, (_, at) => at + 10)

/** Reads of the console's pages that no call makes, such as counts and reports. */
const otherReads: Record<string, (db: Db) => Promise<unknown>> = {
  'a year by day': (db) => reportLines(db, { ...lastYear, by: 'day' }),
  'a year by service': (db) => reportLines(db, { ...lastYear, by: 'service' }),
  'a year by provider': (db) => reportLines(db, { ...lastYear, by: 'provider' }),
  'reports: a year by day, compared': (db) => periodReport(db, { ...lastYear, by: 'day' }),
  'reports: a year by service, compared': (db) => periodReport(db, { ...lastYear, by: 'service' }),
  'reports: a year by provider, compared': (db) => periodReport(db, { ...lastYear, by: 'provider' }),
  'reports: a month by service, compared': (db) =>
    periodReport(db, { from: dayBefore(400), to: dayBefore(370), by: 'service' }),
  'the days of a year': (db) => dailyReportFor(db, lastYear),
  'what waits on each page': waitingCounts,
  'what waits elsewhere': otherWaitingCounts,
  'pending charges of a member': (db) => pendingChargesOf(db, RESELLER_ID),
  'legal limits': legalMeters,
  'how the worker does': workerState,
  'jobs that went wrong': jobErrors,
  'how providers do': providerStates,
  'the last proof of the books': readLastBookCheck,
  'who has acted': listAuditActors,
  'deposits of fifty charges': (db) => depositFitsOfCharges(db, fortyNineIds),
  'reasons of returned deposits': frequentReturnReasons,
  'a deposit that waits': (db) => depositForStaff(db, 500),
  'charges that wait': pendingChargeTotals,
  'the pasts of fifty members': (db) => pastChargeCountsOf(db, [RESELLER_ID, ...fortyNineIds]),
  'refunds that wait': openCashRefundTotals,
  'deposits that wait': waitingDepositTotals,
  'receipts that wait': countOpenReceipts,
  'questions that wait': countOpenQuestions,
  'requests that wait for staff': countStaffRequests,
  'orders that wait': openOrderCounts,
  'auto orders that run': countActiveAutoOrders,
  'tasks that wait': countOpenTasks,
  'the outbox in numbers': outboxState,
  'what messages cost this month': messageCostThisMonth,
  'an order by its link': (db) => searchAll(db, 'OWNER', 'https://www.instagram.com/p/77'),
  'who works here': listStaff,
  'whether an owner confirms alone': (db) => confirmsAdjustmentsAlone(db, { memberId: RESELLER_ID, role: 'OWNER' }),
  'services by sale state': saleStateCounts,
  'categories with what is in them': categoriesForStaff,
}

/**
 * All reads of the console: each staff call that returns rows, with all its filters, and the pages' other reads. `few`
 * leaves out combinations of filters, and searches that resemble others.
 */
export function listStaffReads(volume: Volume, { few = false } = {}): StaffRead[] {
  // Leaves out exported files, which contain a whole list, or a month of it, and may take long.
  const lists = ({ method, path }: Call) =>
    method === 'GET' && path.startsWith('/api/admin/') && !/\/(export|receipts\/month)$/.test(path)
  const calls = registry.filter(lists)
  return [
    ...calls.flatMap((call) => readsOfCall(call, volume, few)),
    ...Object.entries(otherReads).map(([name, run]) => ({ name, run })),
  ]
}
