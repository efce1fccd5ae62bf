import { makeCharge } from '#lib/charges/testing/charges.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { callRequestFromWeb } from '#lib/core/call-request.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { answerCall } from '#lib/core/pipeline.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { newAddress } from '#lib/web/testing/caller.ts'
import { askAboutReports } from '../ask-about-reports.ts'
import { sourceWebhookCall } from '../calls.ts'
import type { SourceKind } from '../labels.ts'
import { pollSources } from '../poll-sources.ts'
import { syncRegistrations } from '../sync-registrations.ts'
import type { StandIn, StandInWebhook } from './stand-in.ts'

/**
 * Connects the shop to a stand-in. Unless `credits` is false, also lets the source credit charges without staff, as an
 * OWNER would.
 */
export async function connectSource(standIn: StandIn, { credits = true, values = standIn.values } = {}): Promise<void> {
  await makeConnection({ kind: standIn.kind, values, baseUrl: standIn.url })
  if (credits)
    await db().rows(
      "UPDATE connections SET credits_since = now() - interval '1 hour', credits_by = 1 WHERE kind = $1",
      [standIn.kind],
    )
}

/** Creates a member with a pending charge under this depositor's name, requested a minute ago. Returns the charge. */
export async function makeMemberWithCharge(name: string, point = 10_000) {
  const { id: memberId } = await makeMember()
  const id = await makeCharge({ memberId, name, point })
  await db().rows("UPDATE charges SET created_at = now() - interval '1 minute' WHERE id = $1", [id])
  return { id, memberId, name, amount: point }
}

/**
 * Sends a webhook, from a new IP address, to the call that receives it. The request goes through the same pipeline as
 * on the web server.
 */
export function sendWebhook(kind: SourceKind, { headers, body }: StandInWebhook, database = db()) {
  const url = `http://shop.example${sourceWebhookCall.path.replace('{kind}', kind)}`
  const request = callRequestFromWeb(new Request(url, { method: 'POST', headers, body }))
  return answerCall(sourceWebhookCall, { ...request, address: newAddress() }, database, async () => null)
}

/**
 * Sends the stand-in's webhooks as the real deposit source does: each one until it gets the required response, at most
 * three times.
 */
export async function deliverWebhooks(standIn: StandIn, database = db()): Promise<void> {
  for (const webhook of standIn.webhooks.splice(0))
    for (let tries = 0; tries < 3; tries++) {
      const { status, body } = await sendWebhook(standIn.kind, webhook, database)
      if (standIn.accepts({ status, text: String(body) })) break
    }
}

/** Makes all unfinished registrations, reports and polls due now, in their former sequence, as if a day had passed. */
export async function makeSourceWorkDue(): Promise<void> {
  await db().rows("UPDATE source_registrations SET next_try_at = next_try_at - interval '1 day' WHERE state <> 'ENDED'")
  await db().rows("UPDATE source_reports SET next_try_at = next_try_at - interval '1 day' WHERE state = 'WAITING'")
  await db().rows("UPDATE source_polls SET next_poll_at = next_poll_at - interval '1 day'")
}

/**
 * Makes all work for deposit sources due (`makeSourceWorkDue`), and runs each of the worker's loops for deposit sources
 * once.
 */
export async function runWorkerOnce(): Promise<void> {
  await makeSourceWorkDue()
  await syncRegistrations(db())
  await askAboutReports(db())
  await pollSources(db())
}

/** Runs the worker's loops and delivers the webhooks, `rounds` times. */
export async function runWorkerRounds(standIn: StandIn, rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await runWorkerOnce()
    await deliverWebhooks(standIn)
  }
}

/** The deposits that a source reported, in the sequence in which they were stored. */
export const depositsOf = (kind: SourceKind) =>
  db().rows<{
    id: number
    externalId: string
    name: string
    amount: number
    status: string
    chargeId: number | null
    isProved: boolean
  }>(
    `SELECT id, external_id, name, (amount / 100)::int AS amount, status, charge_id, is_proved FROM deposits
     WHERE connection = $1 ORDER BY id`,
    [kind],
  )

/** Balance of a member, in points. */
export const pointsOf = async (memberId: number): Promise<number> =>
  (
    await oneRow<{ point: number }>(db(), 'SELECT (point / 100)::int AS point FROM balances WHERE member_id = $1', [
      memberId,
    ])
  ).point

/** Reads the error of a connection's last request (null if it succeeded), and how many requests failed in a row. */
export const readConnectionFailures = (kind: SourceKind) =>
  oneRow<{ error: string | null; failures: number }>(db(), 'SELECT error, failures FROM connections WHERE kind = $1', [
    kind,
  ])
