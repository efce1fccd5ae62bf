import { notInFuture, predicate } from '#lib/core/predicate.ts'
import { toStorableText } from '#lib/core/storable.ts'
import { type OrderStatus, orderStatus } from '#lib/orders/labels.ts'
import type { ProviderHealth } from './labels.ts'

/** Result of a request to a provider. */
export type ProviderReply =
  | { kind: 'json'; status: number; value: unknown }
  /** The request certainly never arrived. */
  | { kind: 'unsent'; error: string }
  /** The request may have arrived, but no readable response came back. */
  | { kind: 'unclear'; error: string }

/** Type guard: true for objects and lists. */
export const isObjectOrList = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Maximum length of what `shortTextOf` returns, in UTF-16 code units. */
export const MAX_SHORT_TEXT = 300

/** Converts a value of a response to text that PostgreSQL can store, cut off after 300 characters (MAX_SHORT_TEXT). */
export const shortTextOf = (value: unknown): string =>
  toStorableText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), MAX_SHORT_TEXT)

/**
 * Parses the id that a provider gave to an order or a refill, as a number or text. Returns the id as text; null for
 * anything else, and for 0 and negative numbers. Providers send an id that is too large for a JavaScript number as
 * text.
 */
export function readRemoteId(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return /^[\w.-]{1,64}$/.test(text) && text !== '0' && !text.startsWith('-') ? text : null
}

/** Parses a whole number given as a number or text such as '1,234' or '7.00'; null for anything else. */
export function readWholeNumber(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (!/^[-+]?(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.0+)?$/.test(text)) return null
  return Math.trunc(Number(text.replaceAll(',', '')))
}

/** Parses a sum of money, given as a number or text, to plain decimal text; null for anything else. */
export function readDecimal(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim().replaceAll(',', '') : ''
  return /^-?\d{1,14}(\.\d+)?$/.test(text) ? text : null
}

/** The error message in a response, under any of its usual names; null if there is none. */
export function errorMessageOf(value: unknown): string | null {
  if (!isObjectOrList(value)) return null
  const error = value.error ?? value.errors
  if (error !== undefined && error !== null && error !== false && error !== '') return shortTextOf(error)
  const failed = typeof value.status === 'string' && /^(error|fail|failed|failure)$/i.test(value.status)
  return failed ? shortTextOf(value.message ?? value.status) : null
}

/** The shop's status for each spelling that providers use; compared without case, spaces and punctuation. */
const statusBySpelling = new Map([
  ...spellingsOf(orderStatus.PENDING, 'pending new received awaiting waiting queued inqueue'),
  ...spellingsOf(orderStatus.PROCESSING, 'processing process preparing accepted starting'),
  ...spellingsOf(orderStatus.INPROGRESS, 'inprogress progress running active started ongoing'),
  ...spellingsOf(orderStatus.COMPLETED, 'completed complete done finished finish success successful'),
  ...spellingsOf(orderStatus.PARTIAL, 'partial partially partiallycompleted partialcompleted partialcomplete'),
  ...spellingsOf(orderStatus.CANCELED, 'canceled cancelled cancel refunded refund canceledandrefunded'),
])

function spellingsOf(status: OrderStatus, names: string): [string, OrderStatus][] {
  return names.split(' ').map((name) => [name, status])
}

/**
 * Statuses that only subscriptions have. 'expired' means that the subscription ended before all of its posts had come.
 */
const subscriptionStatusBySpelling = new Map([
  ...spellingsOf(orderStatus.INPROGRESS, 'paused limit'),
  ...spellingsOf(orderStatus.PARTIAL, 'expired'),
])

const plainStatus = (value: unknown): string =>
  typeof value === 'string' ? value.toLowerCase().replace(/[^a-z]/g, '') : ''

/** The shop's status for a status that a provider reports; null if the shop doesn't know that status. */
export const readOrderStatus = (value: unknown): OrderStatus | null => statusBySpelling.get(plainStatus(value)) ?? null

/** Like `readOrderStatus`, for a subscription. */
export const readSubscriptionStatus = (value: unknown): OrderStatus | null =>
  subscriptionStatusBySpelling.get(plainStatus(value)) ?? readOrderStatus(value)

/**
 * A provider's report about one order.
 * - `remains`: quantity not yet delivered; null if missing or not a whole number.
 * - `startCount`: count of the link, such as its followers, before the order; null if missing, not a whole number,
 *   negative or too large to store.
 * - `error`: why there is no report. The provider returned an error for the order or a status that the shop doesn't
 *   know, or its response doesn't contain the order.
 */
export type ProviderUpdate =
  | { status: OrderStatus; remains: number | null; startCount: number | null }
  | { error: string }

const MAX_START_COUNT = 2_147_483_647

type StatusReader = (value: unknown) => OrderStatus | null

/** Fields that only the row of an order has, not a response that reports the status of the request. */
const orderFields = ['remains', 'charge', 'start_count', 'startCount']

/**
 * True if `status` only means that the request succeeded: some providers wrap each response in `{status: 'success',
 * data: …}`. Read as the order's status, it would complete an order that wasn't delivered.
 */
const isStatusOfRequest = (row: Record<string, unknown>): boolean =>
  /^success(ful)?$/.test(plainStatus(row.status)) && !orderFields.some((field) => Object.hasOwn(row, field))

function readUpdate(value: unknown, readStatus: StatusReader): ProviderUpdate {
  const error = errorMessageOf(value)
  if (error !== null || !isObjectOrList(value)) return { error: error ?? shortTextOf(value ?? null) }
  const status = isStatusOfRequest(value) ? null : readStatus(value.status)
  if (status === null) return { error: `status ${shortTextOf(value.status ?? null)}` }
  const start = readWholeNumber(value.start_count ?? value.startCount)
  return {
    status,
    remains: readWholeNumber(value.remains),
    startCount: start !== null && start >= 0 && start <= MAX_START_COUNT ? start : null,
  }
}

/** The provider's order id in a row of its response; null if the row has none. */
const idNamedIn = (row: Record<string, unknown>): string | null => readRemoteId(row.order ?? row.order_id ?? row.id)

/**
 * Reads a response that is just the row of the order `id`, or an error about the order. A response with only the status
 * of the request (`isStatusOfRequest`) becomes an error too, because it contains nothing about the order. Null for any
 * other response, and for the row of another order.
 */
function readSingle(value: Record<string, unknown>, id: string, readStatus: StatusReader): ProviderUpdate | null {
  if ((idNamedIn(value) ?? id) !== id) return null
  return 'status' in value || /order/i.test(errorMessageOf(value) ?? '') ? readUpdate(value, readStatus) : null
}

type StatusReaderOf = (id: string) => StatusReader

function readRows(rows: unknown[], ids: readonly string[], readerOf: StatusReaderOf): [string, ProviderUpdate][] {
  return rows.flatMap((row) => {
    const id = isObjectOrList(row) ? idNamedIn(row) : null
    return id && ids.includes(id) ? [[id, readUpdate(row, readerOf(id))] satisfies [string, ProviderUpdate]] : []
  })
}

/**
 * Reads a provider's response to a status request about these orders. Returns the updates of the orders that it
 * contains, by the provider's order id. The response may be an object keyed by id, a list of rows or, for a single id,
 * just the row of that order. `subscriptions`: the ids of subscriptions, which have additional statuses.
 */
export function readOrderUpdates(
  value: unknown,
  ids: readonly string[],
  subscriptions: ReadonlySet<string> = new Set(),
): Map<string, ProviderUpdate> {
  const readerOf = (id: string) => (subscriptions.has(id) ? readSubscriptionStatus : readOrderStatus)
  if (Array.isArray(value)) return new Map(readRows(value, ids, readerOf))
  const updates = new Map<string, ProviderUpdate>()
  if (!isObjectOrList(value)) return updates
  for (const id of ids) if (Object.hasOwn(value, id)) updates.set(id, readUpdate(value[id], readerOf(id)))
  const [only = ''] = ids
  const single = updates.size === 0 && ids.length === 1 ? readSingle(value, only, readerOf(only)) : null
  return single ? updates.set(only, single) : updates
}

type HealthFacts = {
  enabled: boolean
  failures: number
  pausedUntil: string | null
  noFundsUntil: string | null
  balance: number | null
  /** The shop's balance at the provider counts as low below this amount; if it is 0, never. */
  alertBelow: number
  testedAt: string | null
}

type Availability = { enabled: boolean; pausedUntil: Date | string | null; noFundsUntil: Date | string | null }

/** True for providers that aren't paused after failures, so that requests may be sent to them. */
export const unpausedProvider = predicate<Pick<Availability, 'pausedUntil'>>({ pausedUntil: notInFuture })

/** True for providers that aren't paused because the shop's balance there ran out (`noteProviderLacksFunds`). */
export const fundedProvider = predicate<Pick<Availability, 'noFundsUntil'>>({ noFundsUntil: notInFuture })

/** True for providers that orders can be sent to now: enabled, not paused, and with funds (`fundedProvider`). */
export const openProvider = predicate<Availability>({
  enabled: true,
  pausedUntil: notInFuture,
  noFundsUntil: notInFuture,
})

/** Consecutive failures after which a provider counts as down. */
const FAILURES_UNTIL_DOWN = 6

/** Health of a provider: the first of `providerHealths` that applies. `now` is in milliseconds since 1970. */
export function providerHealthOf(provider: HealthFacts, now: number): ProviderHealth {
  if (!provider.enabled) return 'OFF'
  if (provider.failures >= FAILURES_UNTIL_DOWN) return 'DOWN'
  if (!fundedProvider.holds(provider, new Date(now))) return 'NO_FUNDS'
  if (!unpausedProvider.holds(provider, new Date(now))) return 'PAUSED'
  if (provider.testedAt === null) return 'UNTESTED'
  const { balance, alertBelow } = provider
  return balance !== null && alertBelow > 0 && balance < alertBelow ? 'LOW' : 'WELL'
}
