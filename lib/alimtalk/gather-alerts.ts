import { clock } from '#lib/core/clock.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { makeFailureLogger } from '#lib/core/log-failures.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import { queueTemplate } from '#lib/messages/queue-message.ts'
import { isQuietHour } from '#lib/messages/rules.ts'
import { formatCount, formatWon } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { isSolapiConnected } from './choose-carriers.ts'
import { type AlertKind, alertKinds, alertSubjects } from './labels.ts'
import {
  alertLimits,
  countEndedOrders,
  GATHER_SECONDS,
  NOTICE_LIFE,
  shopNameForTemplate,
  type WaitingNotice,
} from './rules.ts'

/** Maximum number of messages that one call queues. */
const MAX_MESSAGES = 200

/** A member, and a kind of notices that are due for him. */
type DueNotices = { memberId: number; kind: AlertKind }

const today = "(now() AT TIME ZONE 'Asia/Seoul')::date"
const limitOf = (pick: (kind: AlertKind) => string): string =>
  `CASE a.kind ${alertKinds.map((kind) => `WHEN '${kind}' THEN ${pick(kind)}`).join(' ')} END`
const withinLimits = `a.is_on
  AND (a.sent_at IS NULL OR a.sent_at <= now() - ${limitOf((kind) => `interval '${alertLimits[kind].pauseMinutes} minutes'`)})
  AND (a.sent_day IS DISTINCT FROM ${today} OR a.sent < ${limitOf((kind) => String(alertLimits[kind].aDay))})`

/**
 * SQL condition: notice `n` waits to be sent and is at most a day old. `sweepAlerts` deletes older notices, but after
 * an outage of the worker some may still be there.
 */
const isWaitingSql = `n.told_at IS NULL AND n.created_at > now() - interval '${NOTICE_LIFE}'`

const dueSql = `
  SELECT n.member_id, n.kind FROM alert_notices n JOIN member_alerts a ON a.member_id = n.member_id AND a.kind = n.kind
  WHERE ${isWaitingSql} AND ${withinLimits}
  GROUP BY n.member_id, n.kind HAVING min(n.created_at) <= now() - interval '${GATHER_SECONDS} seconds'
  ORDER BY min(n.created_at) LIMIT ${MAX_MESSAGES}`

// Locks the row of the member before the row of his choice, in the same order as the deletion of an account, so that
// the two transactions can't deadlock. FOR SHARE keeps his number and restriction unchanged until the message is in the
// outbox; a later change withdraws the message there.
const phoneSql = `
  SELECT CASE WHEN phone_verified_at IS NOT NULL AND ${restrictedMember.sql()} IS NOT TRUE THEN phone END AS phone
  FROM members WHERE id = $1 AND deleted_at IS NULL FOR SHARE`

// Counts a message against the limits. Returns no row if a limit is reached or the member has turned the kind off.
const countSql = `
  UPDATE member_alerts a SET sent_at = now(), sent = CASE WHEN a.sent_day = ${today} THEN a.sent + 1 ELSE 1 END, sent_day = ${today}
  WHERE a.member_id = $1 AND a.kind = $2 AND ${withinLimits} RETURNING a.sent`

// Marks the waiting notices as reported, and returns their details for the message.
const rollUpMarkSql = `
  UPDATE alert_notices n SET told_at = now() WHERE n.member_id = $1 AND n.kind = $2 AND ${isWaitingSql}
  RETURNING n.status, (SELECT c.point FROM charges c WHERE n.kind = 'CHARGE' AND c.id = n.ref_id) AS point`

function valuesOf(kind: AlertKind, notices: readonly WaitingNotice[], shopName: string): Record<string, string> {
  const common = { 상점명: shopNameForTemplate(shopName), 건수: formatCount(notices.length) }
  if (kind === 'ORDER') return { ...common, ...countEndedOrders(notices) }
  if (kind === 'HOLD') return common
  return { ...common, 금액: formatWon(notices.reduce((sum, { point }) => sum + (point ?? 0n), 0n)) }
}

/**
 * Queues one message for all waiting notices of a member and kind. Returns false if no message was queued:
 *
 * - The member has no usable number. His notices are marked as reported nevertheless.
 * - He has reached a limit or has turned the kind off.
 * - Another process has already queued the message.
 */
const queueAlert = (db: Database, { memberId, kind }: DueNotices, shopName: string): Promise<boolean> =>
  db.transaction(async (tx: Db) => {
    const [member] = await tx.rows<{ phone: string | null }>(phoneSql, [memberId])
    if (member?.phone && (await tx.rows(countSql, [memberId, kind])).length === 0) return false
    const notices = await tx.rows<WaitingNotice>(rollUpMarkSql, [memberId, kind])
    if (!member?.phone || notices.length === 0) return false
    await queueTemplate(tx, {
      template: kind,
      values: valuesOf(kind, notices, shopName),
      to: member.phone,
      subject: alertSubjects[kind],
      life: null,
      memberId,
    })
    return true
  })

const logFailure = makeFailureLogger('error', 'notices of a member could not be gathered')

/**
 * Queues messages for the waiting notices, at most MAX_MESSAGES. All notices of one member and kind share a message,
 * within `alertLimits`. If the notices of one member fail, the others are queued nevertheless, and his are tried again
 * next time. Does nothing at night, or while the shop isn't connected to Solapi
 * (docs/contract.md#notices-by-telephone). The transaction that queues a message also marks its notices, so that no
 * notice is sent twice. Returns the number of messages.
 */
export async function gatherAlerts(db: Database, now = clock.now()): Promise<number> {
  if (isQuietHour(now) || !(await isSolapiConnected(db))) return 0
  const due = await db.rows<DueNotices>(dueSql)
  if (due.length === 0) return 0
  const { FOOTER_COMPANY: shopName } = await settings(db)
  let count = 0
  for (const each of due) if (await queueAlert(db, each, shopName).catch(logFailure)) count++
  return count
}
