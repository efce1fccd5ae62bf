import { dailyCapReached } from '#lib/api-keys/errors.ts'
import { refuseEndedKey } from '#lib/api-keys/refuse-ended-key.ts'
import type { Idempotency } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { limitPerKey } from '#lib/core/limit-per-key.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { type KeyedRequest, readStoredAnswer } from '#lib/idempotency/stored-answer.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { insufficientPoints, priceChanged } from '../errors.ts'
import { type CheckedBulkRow, checkBulkRows, type RefusedBulkRow, type SentBulkRow } from './check-rows.ts'
import {
  type BulkRowFit,
  checkFit,
  insertBulkOrder,
  type NewBulkOrder,
  type RowsAndPayer,
  type StoredBulkOutcome,
  type StoredRowRefusal,
} from './insert-bulk-order.ts'
import { type LinkCheckResult, refuseTakenLinks } from './taken-links.ts'

/** A bulk call: the orders to place (`rows`), who places them, and how. */
export type BulkRequest = {
  memberId: number
  source: 'WEB' | 'API'
  /** Name of the call for which the idempotency key is valid. */
  call: string
  /** Value of the setting ENABLE_SERVICE_CHECK: while it is true nothing can be ordered. */
  isOrderingPaused: boolean
  idempotency: Idempotency | null
  /** Id of the API key that the orders are placed with; absent on the website. */
  apiKeyId?: number | null | undefined
  /**
   * Price of all rows together that the person was shown: if they would cost more, nothing is placed. Absent for
   * programs.
   */
  shownPrice?: Points | null
  rows: readonly SentBulkRow[]
  /** True: all rows are placed or none. */
  atomic: boolean
}

/**
 * A row that wasn't placed. `code` and `message` are the same as if this order were placed alone. Exception: only bulk
 * calls refuse auto orders.
 */
export type RowRefusal = { index: number; code: string; message: string }
/** Result of a row: it was placed, or refused. */
export type BulkRowResult = { index: number; orderId: number } | RowRefusal

/**
 * Outcome of a bulk call. `results`: one per row, in the sequence of the call; only the refused rows if nothing was
 * placed because of `atomic`. `placed` and `total`: numbers of rows. `point`: sum paid, in points.
 */
export type BulkOutcome = { placed: number; total: number; point: number; results: BulkRowResult[] }

export const compareByIndex = (a: { index: number }, b: { index: number }): number => a.index - b.index

const refusalOf = (index: number, { code, message }: AppError): RowRefusal => ({ index, code, message })

/** Converts a stored outcome to the outcome of a call with `total` rows. */
function outcomeOf({ orders, short, capped, refused, point }: StoredBulkOutcome, total: number): BulkOutcome {
  const results: BulkRowResult[] = [
    ...orders.map(([index, orderId]) => ({ index, orderId })),
    ...short.map((index) => refusalOf(index, insufficientPoints())),
    ...capped.map((index) => refusalOf(index, dailyCapReached())),
    ...refused.map(([index, code, message]) => ({ index, code, message })),
  ]
  return { placed: orders.length, total, point: pointsToNumber(BigInt(point)), results: results.sort(compareByIndex) }
}

const toStoredRefusal = ({ index, error }: RefusedBulkRow): StoredRowRefusal => [index, error.code, error.message]

const outcomeWithoutOrders = (refused: readonly RefusedBulkRow[]): StoredBulkOutcome => ({
  orders: [],
  short: [],
  capped: [],
  refused: refused.map(toStoredRefusal),
  point: 0,
})

/** Where a bulk call places its orders: in the shop's tables, paid from the member's balance, or in a sandbox. */
export type BulkOrderTarget = {
  /** Places the rows that fit, as `insertBulkOrder` does for real orders. */
  insert(db: Db, bulk: NewBulkOrder): Promise<StoredBulkOutcome | null>
  /** Computes which rows fit, as `checkFit` of lib/orders/bulk/insert-bulk-order.ts does for real orders. */
  checkFit(db: Db, wanted: RowsAndPayer): Promise<BulkRowFit[]>
  /** Outcome of the first request with the same idempotency key; null if there was none. */
  firstOutcome(db: Db, request: KeyedRequest): Promise<StoredBulkOutcome | null>
  /** Refuses rows whose link is taken (`refuseTakenLinks`); absent where several orders may be open on a link. */
  refuseTaken?: typeof refuseTakenLinks
  /** Key of the queue in which bulk calls of one member, or of one sandbox owner, wait for each other. */
  queueOf(memberId: number): number
}

/** Places real orders, in contrast to the simulated ones of a sandbox. */
export const shopOrderTarget: BulkOrderTarget = {
  insert: insertBulkOrder,
  checkFit,
  refuseTaken: refuseTakenLinks,
  firstOutcome: (db, { memberId, call, idempotency }) => readStoredAnswer(db, { memberId, call, idempotency }),
  queueOf: (memberId) => memberId,
}

type RowsToCheck = Pick<BulkRequest, 'memberId' | 'apiKeyId' | 'isOrderingPaused' | 'rows' | 'atomic'> & {
  target: BulkOrderTarget
  fresh: boolean
}

/** Checks the rows by the rules of an order, and whether their links are taken (`refuseTakenLinks`). */
export async function checkRowsAndLinks(
  db: Db,
  { memberId, apiKeyId = null, rows, atomic, target, ...options }: RowsToCheck,
): Promise<LinkCheckResult> {
  const checked = await checkBulkRows(db, rows, { memberId, ...options })
  if (!target.refuseTaken) return { ...checked, expectedFits: [] }
  return target.refuseTaken(db, { memberId, apiKeyId, atomic }, checked)
}

/**
 * Tries once to place the rows. Returns 'STALE' if the rows must be checked again: a service or the prices changed
 * since they were read, a link was taken meanwhile, or balance or daily cap changed so that other rows take links.
 * @throws CONFLICT the idempotency key was used with another body, or the rows would cost more than was shown;
 * UNAUTHENTICATED, FORBIDDEN the API key was ended or frozen meanwhile
 */
async function tryToPlace(
  db: Db,
  request: BulkRequest,
  { target, fresh }: { target: BulkOrderTarget; fresh: boolean },
): Promise<StoredBulkOutcome | 'STALE'> {
  const { rows, apiKeyId = null, shownPrice = null, ...requestWithoutRows } = request
  const { checked, refused, expectedFits } = await checkRowsAndLinks(db, { ...request, target, fresh })
  if (checked.length === 0) return outcomeWithoutOrders(refused)
  // A lower sum is no reason to refuse: it is lower if a row is refused now that was accepted when the price was shown.
  if (shownPrice !== null && checked.reduce((sum, { price }) => sum + price, 0n) > shownPrice) throw priceChanged()
  // Also refuses the rows that balance or daily cap don't cover, so that the response lists everything to correct.
  if (request.atomic && refused.length > 0) return refusedOutcome(db, request, { target, checked, refused })
  const placed = await target.insert(db, {
    ...requestWithoutRows,
    apiKeyId,
    rows: checked,
    refused: refused.map(toStoredRefusal),
    expectedFits,
  })
  if (placed) return placed
  const first = await target.firstOutcome(db, request)
  if (first) return first
  if (apiKeyId !== null) await refuseEndedKey(db, apiKeyId)
  return 'STALE'
}

type CheckedRows = { target: BulkOrderTarget; checked: readonly CheckedBulkRow[]; refused: readonly RefusedBulkRow[] }

/**
 * Outcome of an `atomic` call that places nothing because rows were refused. Also refuses the rows that balance or
 * daily cap don't cover. Returns 'STALE' if a service or the prices changed since they were read.
 */
async function refusedOutcome(
  db: Db,
  { memberId, apiKeyId = null }: BulkRequest,
  { target, checked, refused }: CheckedRows,
): Promise<StoredBulkOutcome | 'STALE'> {
  const fitOfRows = await target.checkFit(db, { memberId, apiKeyId, rows: checked })
  if (fitOfRows.length > 0) {
    const unfit = fitOfRows.filter(({ fits }) => !fits)
    const indexesOf = (capped: boolean) => unfit.flatMap(({ index, overCap }) => (overCap === capped ? index : []))
    return { ...outcomeWithoutOrders(refused), short: indexesOf(false), capped: indexesOf(true) }
  }
  if (apiKeyId !== null) await refuseEndedKey(db, apiKeyId)
  return 'STALE'
}

const MAX_STALE_ATTEMPTS = 3

/**
 * Runs `attempt`, and repeats it while it returns 'STALE' because data changed after it was read. Repeats get `fresh`:
 * they read services and prices from the database instead of the cache.
 * @throws what `attempt` throws; CONFLICT after MAX_STALE_ATTEMPTS
 */
export async function retryWhileStale<T>(attempt: (fresh: boolean) => Promise<T | 'STALE'>): Promise<T> {
  for (let tries = 0; tries < MAX_STALE_ATTEMPTS; tries++) {
    const result = await attempt(tries > 0)
    if (result !== 'STALE') return result
  }
  throw new AppError('CONFLICT', messages.unavailable)
}

/**
 * Limits a member to one bulk call at a time in this process. Further calls would only wait for the lock on his
 * balance, each holding a database connection.
 */
const oneAtATime = limitPerKey(1)

/**
 * Places the orders of one call with one debit, each at the current price of its service. Places the orders that
 * balance and daily cap cover; with `atomic`, all or none. If an order was placed, a repeated request gets the first
 * outcome, including its refusals. If none was placed, nothing is stored and a repeated request is tried again
 * (docs/contract.md#bulk-orders).
 * @throws CONFLICT the idempotency key was used with another body, or services, prices, links or balance kept changing
 * meanwhile; UNAUTHENTICATED, FORBIDDEN the API key was ended or frozen meanwhile
 */
export async function placeOrders(db: Db, request: BulkRequest, target = shopOrderTarget): Promise<BulkOutcome> {
  const stored = await oneAtATime(target.queueOf(request.memberId), async () => {
    const first = await target.firstOutcome(db, request)
    return first ?? retryWhileStale((fresh) => tryToPlace(db, request, { target, fresh }))
  })
  return outcomeOf(stored, request.rows.length)
}
