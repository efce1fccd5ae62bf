import { memberActor } from '#lib/audit/actor.ts'
import { makeConnection } from '#lib/connections/testing/connections.ts'
import { db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { sendMessage } from '#lib/messages/send-message.ts'
import { chooseAlerts } from '../choose-alerts.ts'
import { chooseCarriers } from '../choose-carriers.ts'
import { gatherAlerts } from '../gather-alerts.ts'
import type { AlertChoices } from '../schema.ts'
import type { SolapiStandIn } from './solapi-stand-in.ts'

/** Noon in Seoul, a time at which notices are sent. */
export const noon = new Date('2026-11-24T12:00:00+09:00')

let count = 0
export const newPhone = (): string => `010${String(70_000_000 + ++count)}`

/** Connects the shop to this stand-in for Solapi. */
export const connectSolapi = ({ values, url }: SolapiStandIn, more: Record<string, string> = {}): Promise<void> =>
  makeConnection({ kind: 'solapi', values: { ...values, ...more }, baseUrl: url })

const everything: AlertChoices = { charge: true, hold: true, order: true }

/**
 * Creates a member with a verified number, and returns his id and number. All kinds of notices are turned on unless
 * `choices` says otherwise.
 */
export async function makeMemberWithAlerts({
  points = 0,
  ...choices
}: { points?: number } & Partial<AlertChoices> = {}): Promise<{ id: number; phone: string }> {
  const phone = newPhone()
  const { id } = await makeMember({ phone, points })
  await markPhoneVerified(id)
  await chooseAlerts(db(), memberActor(id), { ...everything, ...choices })
  return { id, phone }
}

export const markPhoneVerified = (memberId: number) =>
  db().rows('UPDATE members SET phone_verified_at = now() WHERE id = $1', [memberId])

/**
 * Makes notices and last messages an hour older: waiting notices become due, and the pause after the last message ends.
 */
export async function passAlertPause(): Promise<void> {
  await db().rows("UPDATE alert_notices SET created_at = created_at - interval '1 hour'")
  await db().rows("UPDATE member_alerts SET sent_at = sent_at - interval '1 hour'")
}

/** Sends the queued messages to telephones, as the worker's jobs do, as if at noon or at the time `now`. */
export async function sendQueuedMessages(now = noon): Promise<void> {
  const due = await db().rows<{ id: number }>(
    "SELECT id FROM outbox_messages WHERE status = 'PENDING' AND channel = 'SMS' ORDER BY id",
  )
  for (const { id } of due) await sendMessage(db(), id, await chooseCarriers(db()), now)
}

/** Queues messages for the waiting notices, as if at noon, and sends them. Returns the number of messages. */
export async function sendAlerts(): Promise<number> {
  await passAlertPause()
  const messages = await gatherAlerts(db(), noon)
  await sendQueuedMessages()
  return messages
}
