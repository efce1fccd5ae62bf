import { limitAccountChanges } from '#lib/audit/limit-account-changes.ts'
import { recordAccountEvent } from '#lib/audit/record-account-event.ts'
import { encrypt, randomCharacters } from '#lib/core/crypto.ts'
import type { Database } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { urlFault } from '#lib/core/is-public-address.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { makePausedDeliveriesDue } from './end-pause.ts'
import { unknownWebhook, webhookUrlRefused } from './errors.ts'
import { failUnsentBatch, failUnsentDeliveries } from './fail-unsent-deliveries.ts'

/**
 * Purpose (lib/core/crypto.ts) for deriving the key that encrypts webhooks' signing secrets. Each purpose gives a
 * different key.
 */
export const WEBHOOK_PURPOSE = 'webhook'

/** `serviceChanges`: if absent, the setting stays unchanged. `address`: IP address of the HTTP request. */
type WebhookInput = {
  memberId: number
  url: string
  enabled: boolean
  serviceChanges?: boolean | null | undefined
  address?: string
}

const newSecret = (): string => `whsec_${randomCharacters(40)}`

// FOR NO KEY UPDATE: deliveries refer to the webhook, so FOR UPDATE would block the orders that write deliveries.
const lockWebhookSql = 'SELECT enabled, paused_until FROM webhooks WHERE member_id = $1 FOR NO KEY UPDATE'

/**
 * Sets a member's webhook: its URL, whether it is on, and whether it reports changes of services. Ends a pause:
 * deliveries that waited for its end are due at once. If the webhook is switched off, its waiting deliveries fail: one
 * batch here, the rest in `sweepWebhookDeliveries`. Switching the webhook on later doesn't send them. Unlike other
 * changes, switching off isn't rate-limited. Returns the signing secret of a new webhook, otherwise null.
 * @throws BAD_INPUT a URL that isn't https or isn't public; TOO_MANY_REQUESTS; UNAUTHENTICATED the account was deleted
 * concurrently
 */
export async function setWebhook(
  db: Database,
  { memberId, url, enabled, serviceChanges = null, address = '' }: WebhookInput,
  allowPrivate = env().ALLOW_PRIVATE_WEBHOOKS,
): Promise<string | null> {
  if (urlFault(url, allowPrivate)) throw webhookUrlRefused()
  const secret = newSecret()
  if (enabled) await failUnsentDeliveries(db, memberId)
  const isFirst = await db.transaction(async (tx) => {
    // Locks the member: a concurrent deletion of the account waits, and then deletes the webhook too.
    const members = await tx.rows('SELECT FROM members WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE', [memberId])
    if (members.length === 0) throw unauthenticated()
    const [before] = await tx.rows<{ enabled: boolean; pausedUntil: Date | null }>(lockWebhookSql, [memberId])
    if (enabled || !before?.enabled) await limitAccountChanges(tx, memberId)
    const [row] = await tx.rows<{ first: boolean }>(
      `INSERT INTO webhooks AS w (member_id, url, secret, enabled, service_changes)
       VALUES ($1, $2, $3, $4, coalesce($5::boolean, false))
       ON CONFLICT (member_id) DO UPDATE SET url = excluded.url, enabled = excluded.enabled,
         service_changes = coalesce($5::boolean, w.service_changes), failures = 0, paused_until = NULL
       RETURNING xmax = 0 AS first`,
      [memberId, url, encrypt(WEBHOOK_PURPOSE, secret), enabled, serviceChanges],
    )
    if (enabled) await makePausedDeliveriesDue(tx, memberId, before?.pausedUntil)
    await recordAccountEvent(tx, { memberId, kind: 'WEBHOOK_CHANGED', address })
    return row?.first
  })
  if (!enabled) await failUnsentBatch(db, memberId)
  return isFirst ? secret : null
}

/**
 * Replaces the webhook's signing secret. For `overlapHours` deliveries are signed with the replaced secret as well, so
 * that the receiver can change over. A secret replaced earlier is dropped. Returns the new secret.
 * @throws NOT_FOUND the member has no webhook; TOO_MANY_REQUESTS
 */
export async function renewWebhookSecret(
  db: Database,
  { memberId, overlapHours, address = '' }: { memberId: number; overlapHours: number; address?: string },
): Promise<string> {
  const secret = newSecret()
  await db.transaction(async (tx) => {
    const rows = await tx.rows(
      `UPDATE webhooks SET secret = $2, former_secret = CASE WHEN $3::int > 0 THEN secret END,
         former_until = CASE WHEN $3::int > 0 THEN now() + $3::int * interval '1 hour' END
       WHERE member_id = $1 RETURNING member_id`,
      [memberId, encrypt(WEBHOOK_PURPOSE, secret), overlapHours],
    )
    if (rows.length === 0) throw unknownWebhook()
    await limitAccountChanges(tx, memberId)
    await recordAccountEvent(tx, { memberId, kind: 'WEBHOOK_SECRET_RENEWED', address })
  })
  return secret
}
