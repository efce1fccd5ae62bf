import { isLinkRefusal } from '#lib/providers/read-sending-outcome.ts'
import { errorMessageOf, type ProviderReply, readRemoteId, shortTextOf } from '#lib/providers/rules.ts'
import type { ProviderRefusalReason, RequestKind, RequestState, RequestTaskCause } from './labels.ts'

/** Outcome of sending a request to a provider. `remoteId` is the provider's id of a refill; null for other kinds. */
export type RequestSendingOutcome =
  | { outcome: 'SENT'; remoteId: string | null }
  /**
   * The provider certainly refused the request. With `reason`, the member's request is refused; with `cause`, it is
   * left to staff.
   */
  | { outcome: 'REFUSED'; error: string; reason: ProviderRefusalReason }
  | { outcome: 'REFUSED'; error: string; cause: RequestTaskCause }
  /**
   * The provider certainly doesn't have the request, which is sent again after `retryIn` seconds. `providerFault`:
   * counts as a failure of the provider; after several failures it is paused.
   */
  | { outcome: 'UNSENT'; error: string; retryIn: number; providerFault?: boolean }
  | { outcome: 'UNKNOWN'; error: string; providerFault?: boolean }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What an error message means: the member's request is refused (`reason`), left to staff (`cause`), or sent again later
 * (`retryIn`, in seconds).
 */
type Refusal =
  | { reason: ProviderRefusalReason }
  | { cause: RequestTaskCause }
  | { retryIn: number; providerFault?: boolean }

/** Error messages with the same meaning for refills and cancellations. */
const commonPatterns: readonly [RegExp, Refusal][] = [
  [/too many|rate limit|\bbusy\b|maintenance|try again later|temporar/i, { retryIn: 60, providerFault: true }],
  [/api.?key|unauthori[sz]ed|forbidden|access denied|account|\bip\b|\bfunds?\b|balance/i, { retryIn: 300 }],
  [/incorrect action|unknown action|invalid action|not support|disabled|no.{0,12}button/i, { cause: 'NOT_OFFERED' }],
]

// The first pattern that matches a provider's error message determines its meaning. If none matches, the request is
// left to staff: the provider hasn't accepted it, but the shop knows no reason to give to the member.
const refusalPatterns: Readonly<Record<'REFILL' | 'CANCEL', readonly [RegExp, Refusal][]>> = {
  REFILL: [
    ...commonPatterns,
    [/expire|period|too old|out of (date|time)|guarantee/i, { reason: 'EXPIRED' }],
    [/not? drop|didn.?t drop|hasn.?t drop|above|no need|enough/i, { reason: 'NOT_DROPPED' }],
    [/already|pending|in progress|in process|wait|once|24 ?h|hours?|recent|exist/i, { reason: 'TOO_SOON' }],
    [/not (available|allowed|eligible|possible)|no refill|without refill|cannot|can.?t/i, { cause: 'NOT_OFFERED' }],
  ],
  CANCEL: [
    ...commonPatterns,
    [
      /cannot|can.?t|can not|not (available|allowed|possible|cancell?able)|complet|already|late|started|progress/i,
      { reason: 'NOT_CANCELLABLE' },
    ],
  ],
}

/** Meaning of an error message about the order's link, or the account that it leads to, such as a private account. */
const linkRefusal = { REFILL: { reason: 'REJECTED' }, CANCEL: { cause: 'UNCLEAR' } } as const

/** Outcome of a request that a provider refused with this error message. */
export function readRequestRefusal(kind: 'REFILL' | 'CANCEL', error: string): RequestSendingOutcome {
  if (isLinkRefusal(error)) return { outcome: 'REFUSED', error, ...linkRefusal[kind] }
  const meaning = refusalPatterns[kind].find(([pattern]) => pattern.test(error))?.[1] ?? { cause: 'UNCLEAR' as const }
  if ('retryIn' in meaning) return { outcome: 'UNSENT', error, ...meaning }
  return { outcome: 'REFUSED', error, ...meaning }
}

const unknownOutcome = (error: string): RequestSendingOutcome => ({ outcome: 'UNKNOWN', error, providerFault: true })

/**
 * Finds the result of a request for one order in a provider's response `[{order, refill: …}]` or `{refill: …}`. Returns
 * the object (`row`) and the value of `field` in it (`answer`).
 */
function fieldOf(value: unknown, field: string): { row: unknown; answer: unknown } {
  const row = Array.isArray(value) && value.length === 1 ? value[0] : value
  return { row, answer: isObject(row) ? row[field] : undefined }
}

/** True for the values with which providers confirm that they have accepted a request. */
const isYes = (value: unknown): boolean => /^(1|true|ok|yes|success)$/i.test(String(value ?? '').trim())

/**
 * Derives the outcome of sending a request from the provider's reply. Only a readable response says whether the
 * provider accepted or refused the request. UNSENT: the request certainly wasn't sent, or the response was 429 or a
 * temporary error. After a time-out, a 5xx or any other reply the outcome is UNKNOWN, and the request is sent again
 * only if staff decide so.
 */
export function readRequestReply(kind: RequestKind, reply: ProviderReply): RequestSendingOutcome {
  if (kind === 'SPEED_UP') return { outcome: 'REFUSED', error: 'no such action', cause: 'BY_HAND' }
  if (reply.kind === 'unsent') return { outcome: 'UNSENT', error: reply.error, retryIn: 60, providerFault: true }
  if (reply.kind === 'unclear') return unknownOutcome(reply.error)
  if (reply.status === 429) return { outcome: 'UNSENT', error: 'HTTP 429', retryIn: 60, providerFault: true }
  if (reply.status >= 500) return unknownOutcome(`HTTP ${reply.status}`)
  const { row, answer } = fieldOf(reply.value, kind === 'REFILL' ? 'refill' : 'cancel')
  const error = errorMessageOf(answer) ?? errorMessageOf(row)
  const unclear = () => unknownOutcome(`HTTP ${reply.status}: ${shortTextOf(reply.value)}`)
  const remoteId = kind === 'REFILL' ? readRemoteId(answer) : null
  const accepted = kind === 'REFILL' ? remoteId !== null : isYes(answer)
  if (accepted) return error === null && reply.status < 300 ? { outcome: 'SENT', remoteId } : unclear()
  return error === null ? unclear() : readRequestRefusal(kind, error)
}

/** States of refills by the names that providers use for them, reduced to lower-case letters. */
const refillStates = new Map<string, RequestState>([
  ...[
    'pending',
    'awaiting',
    'waiting',
    'queued',
    'new',
    'inprogress',
    'processing',
    'progress',
    'active',
    'started',
  ].map((name) => [name, 'SENT'] as const),
  ...['completed', 'complete', 'done', 'finished', 'success', 'successful', 'refilled'].map(
    (name) => [name, 'DONE'] as const,
  ),
  ...['rejected', 'reject', 'declined', 'refused', 'canceled', 'cancelled', 'failed', 'fail', 'error'].map(
    (name) => [name, 'REFUSED'] as const,
  ),
])

/** Reads the state of a refill, in any of the spellings that providers use; null for an unknown one. */
export const readRefillState = (value: unknown): RequestState | null =>
  typeof value === 'string' ? (refillStates.get(value.toLowerCase().replace(/[^a-z]/g, '')) ?? null) : null

/**
 * Values of `status` that may be about the HTTP request instead of the refill, as in `{status: 'error', message: 'Rate
 * limit exceeded'}`.
 */
const ambiguousStates = /^(success(ful)?|error|fail(ed)?)$/i

/**
 * True if a response about a single refill is about the refill `id`: it contains this id, or no id but a status that
 * only refills have.
 */
function isAboutRefill(value: Record<string, unknown>, id: string): boolean {
  const named = readRemoteId(value.refill ?? value.id)
  return named === null ? !ambiguousStates.test(String(value.status).trim()) : named === id
}

/**
 * Reads the states of refills in a provider's response, by the provider's id of the refill. The response is a list of
 * `{refill, status}`, an object with a field for each id, or, for a single id, just `{status}`. States that can't be
 * read are left out.
 */
export function readRefillStates(value: unknown, ids: readonly string[]): Map<string, RequestState> {
  const found = new Map<string, RequestState>()
  const addState = (id: string | null | undefined, row: unknown) => {
    const state = readRefillState(isObject(row) ? row.status : row)
    if (id && ids.includes(id) && state) found.set(id, state)
  }
  if (Array.isArray(value))
    for (const row of value) addState(isObject(row) ? readRemoteId(row.refill ?? row.id) : null, row)
  else if (isObject(value)) {
    for (const id of ids) if (Object.hasOwn(value, id)) addState(id, value[id])
    const [only = ''] = ids
    if (found.size === 0 && ids.length === 1 && isAboutRefill(value, only)) addState(only, value)
  }
  return found
}
