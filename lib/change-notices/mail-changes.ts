import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { changeMail } from './labels.ts'
import { changesForMember } from './queries.ts'

type DueFollower = { memberId: number; from: string; until: string; email: string | null }

/** Maximum number of changes that an e-mail lists. */
const MAX_LINES = 30

// Days are in Seoul time. A day's changes are mailed after the day is over: a change undone on the same day isn't
// mailed.
const claimSql = `
  SELECT f.member_id, f.notified_until::text AS "from", days.yesterday::text AS until, m.email
  FROM change_followers f JOIN members m ON m.id = f.member_id,
    (SELECT (now() AT TIME ZONE 'Asia/Seoul')::date - 1 AS yesterday) AS days
  WHERE f.notified_until < days.yesterday ORDER BY f.member_id LIMIT $1 FOR UPDATE OF f SKIP LOCKED`

async function mailFollower(tx: Db, { memberId, from, until, email }: DueFollower): Promise<boolean> {
  await tx.rows('UPDATE change_followers SET notified_until = $2::date WHERE member_id = $1', [memberId, until])
  if (!email) return false
  const { rows, total } = await changesForMember(tx, { memberId, from, until, maxRows: MAX_LINES })
  if (total === 0) return false
  const address = `${env().PUBLIC_URL}/changes?mine=1`
  await queueMessage(tx, { channel: 'EMAIL', to: email, ...changeMail(rows, total, address), life: null })
  return true
}

/**
 * Handles up to `maxFollowers` followers who haven't been notified up to yesterday. Queues an e-mail for each follower
 * who has an e-mail address and has ordered a service that changed since. Marks all of them as notified up to
 * yesterday, in the same transaction (docs/contract.md#change-notices). Returns the number of handled followers
 * (`checked`) and of e-mails (`mailed`).
 */
export function mailChanges(db: Database, maxFollowers = 50): Promise<{ checked: number; mailed: number }> {
  return db.transaction(async (tx) => {
    const due = await tx.rows<DueFollower>(claimSql, [maxFollowers])
    let mailed = 0
    for (const follower of due) if (await mailFollower(tx, follower)) mailed += 1
    return { checked: due.length, mailed }
  })
}
