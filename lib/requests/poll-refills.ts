import type { Database, Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { callProvider, type ReplyLimits, type Upstream } from '#lib/providers/call-provider.ts'
import { noteProviderFailure, noteProviderHealthy } from '#lib/providers/health/note-health.ts'
import { type ProviderReply, unpausedProvider } from '#lib/providers/rules.ts'
import { closeRequest } from './close-request.ts'
import { providerRefusalTexts, type RequestState } from './labels.ts'
import { readRefillStates } from './read-reply.ts'

/** Maximum number of refills polled in one HTTP request. */
const REFILLS_PER_REQUEST = 100
/**
 * Maximum number of refills polled one by one in a round, at a provider that doesn't support the parameter `refills`.
 */
const SINGLES_PER_ROUND = 10

/** A refill to poll; `remoteId` is the provider's id of it. */
type DueRefill = { requestId: number; orderId: number; remoteId: string }

// Claims refills by moving their next poll into the future. Other workers then skip them, and they become due again if
// this worker is killed. The interval grows with the age of the refill, from 5 seconds to half an hour.
const claimDueStatement = `
  UPDATE order_requests q
  SET next_poll_at = now() + least(1800, greatest(5, extract(epoch FROM now() - q.sent_at) / 8)) * interval '1 second'
  FROM (SELECT id FROM order_requests WHERE provider_id = $1 AND state = 'SENT' AND next_poll_at <= now()
    ORDER BY next_poll_at, id LIMIT ${REFILLS_PER_REQUEST} FOR UPDATE SKIP LOCKED) AS due
  WHERE q.id = due.id RETURNING q.id AS request_id, q.order_id, q.remote_id`

/** Providers that have refills due to be polled, except paused ones. */
const providersWithDueRefills = (db: Db): Promise<Upstream[]> =>
  db.rows(`SELECT p.id, p.api_url, p.encrypted_key, p.dialect FROM providers p WHERE ${unpausedProvider.sql('p')}
    AND EXISTS (SELECT FROM order_requests q WHERE q.provider_id = p.id AND q.state = 'SENT' AND q.next_poll_at <= now())
    ORDER BY p.id`)

/**
 * Closes a refill request if the provider reports that the refill is done or refused. A repeated or late report changes
 * nothing.
 */
async function applyState(db: Database, upstream: Upstream, due: DueRefill, state: RequestState): Promise<void> {
  if (state !== 'DONE' && state !== 'REFUSED') return
  const reason = state === 'REFUSED' ? providerRefusalTexts.REJECTED : ''
  await db.transaction(async (tx) => {
    await tx.rows('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [due.orderId])
    const actor = { kind: 'provider', providerId: upstream.id } as const
    await closeRequest(tx, actor, { requestId: due.requestId, state, reason })
  })
}

/** Why a reply counts as a fault of the provider, for example a time-out or a 5xx; null if it is no fault. */
const faultOf = (reply: ProviderReply): string | null =>
  reply.kind === 'json' ? (reply.status >= 500 ? `HTTP ${reply.status}` : null) : reply.error

/** Asks a provider for the states of refills in one HTTP request. */
async function fetchStates(upstream: Upstream, due: readonly DueRefill[], limits: ReplyLimits) {
  const ids = due.map(({ remoteId }) => remoteId)
  const idFields: Record<string, string> = ids.length === 1 ? { refill: ids[0] ?? '' } : { refills: ids.join(',') }
  const reply = await callProvider(upstream, { action: 'refill_status', ...idFields }, limits)
  return { fault: faultOf(reply), states: readRefillStates(reply.kind === 'json' ? reply.value : null, ids) }
}

async function applyStates(
  db: Database,
  upstream: Upstream,
  due: readonly DueRefill[],
  states: ReadonlyMap<string, RequestState>,
): Promise<void> {
  for (const refill of due) {
    const state = states.get(refill.remoteId)
    if (state) await applyState(db, upstream, refill, state)
  }
}

async function pollProvider(db: Database, upstream: Upstream, limits: ReplyLimits): Promise<number> {
  const due = await db.rows<DueRefill>(claimDueStatement, [upstream.id])
  if (due.length === 0) return 0
  const { fault, states } = await fetchStates(upstream, due, limits)
  if (fault !== null) {
    await noteProviderFailure(db, upstream.id, fault)
    return due.length
  }
  await noteProviderHealthy(db, upstream.id, false)
  await applyStates(db, upstream, due, states)
  // A provider that doesn't support `refills` responds with one error for all ids.
  if (states.size === 0 && due.length > 1) await pollSingles(db, upstream, due, limits)
  return due.length
}

/** Polls some of the claimed refills one by one, and makes the others due at once: the next round begins with them. */
async function pollSingles(
  db: Database,
  upstream: Upstream,
  due: readonly DueRefill[],
  limits: ReplyLimits,
): Promise<void> {
  const left = due.slice(SINGLES_PER_ROUND).map(({ requestId }) => requestId)
  await db.rows("UPDATE order_requests SET next_poll_at = now() WHERE id = ANY ($1::int[]) AND state = 'SENT'", [left])
  for (const refill of due.slice(0, SINGLES_PER_ROUND))
    await applyStates(db, upstream, [refill], (await fetchStates(upstream, [refill], limits)).states)
}

/**
 * Polls the states of due refills. Sends one HTTP request to each provider that isn't paused, for at most 100 refills,
 * those due longest first. Returns the number of refills that were due. Cancellation requests aren't polled: they end
 * when polling the order shows that it has ended.
 */
export async function pollRefills(db: Database, limits: ReplyLimits = {}): Promise<number> {
  const counts = await Promise.all(
    (await providersWithDueRefills(db)).map((upstream) =>
      pollProvider(db, upstream, limits).catch((error) => {
        log.error('a provider’s refills could not be read', { error, providerId: upstream.id })
        return 0
      }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
