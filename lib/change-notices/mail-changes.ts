import type { Database, Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { restrictedMember } from '#lib/members/restriction/rules.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { changeMail } from './labels.ts'
import { changesForMember } from './queries.ts'

type DueFollower = { memberId: number; from: string; until: string; email: string | null }

/** Maximum number of changes that an e-mail lists. */
const MAX_LINES = 30

// SQL for yesterday. Days are in Seoul time. A day's changes are mailed after the day is over: a change undone on the
// same day isn't mailed.
const yesterdaySql = "((now() AT TIME ZONE 'Asia/Seoul')::date - 1)"

// Selects the next followers, by member id, who haven't been notified up to yesterday.
const dueSql = `
  SELECT member_id FROM change_followers WHERE notified_until < ${yesterdaySql} AND member_id > $1
  ORDER BY member_id LIMIT 50`

// A restricted member gets no e-mails (`email` is null): he can't sign in to turn them off.
const claimSql = `
  SELECT f.member_id, f.notified_until::text AS "from", ${yesterdaySql}::text AS until,
    CASE WHEN ${restrictedMember.sql('m')} IS NOT TRUE THEN m.email END AS email
  FROM change_followers f JOIN members m ON m.id = f.member_id
  WHERE f.member_id = $1 AND f.notified_until < ${yesterdaySql} FOR UPDATE OF f SKIP LOCKED`

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
 * Queues the e-mail to one follower and marks him as notified, in a transaction. Returns true if an e-mail was queued.
 * If the transaction throws, logs the error, adds it to `errors` and returns false.
 */
async function tryToMail(db: Database, memberId: number, errors: unknown[]): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      const [follower] = await tx.rows<DueFollower>(claimSql, [memberId])
      return follower ? mailFollower(tx, follower) : false
    })
  } catch (error) {
    log.error('a follower of changes could not be notified', { error, memberId })
    errors.push(error)
    return false
  }
}

/**
 * Handles the followers who haven't been notified up to yesterday, each in its own transaction. Queues an e-mail for
 * each follower who has an e-mail address, isn't restricted and has ordered a service that changed since. Marks all of
 * them as notified up to yesterday (docs/contract.md#change-notices). If this fails for one follower, the others are
 * still handled, and the next call tries him again. Returns the number of e-mails queued.
 * @throws AggregateError at the end, if errors occurred, so that the job counts as failed
 */
export async function mailChanges(db: Database): Promise<number> {
  const errors: unknown[] = []
  let mailed = 0
  for (let afterId = 0; ; ) {
    const due = await db.rows<{ memberId: number }>(dueSql, [afterId])
    for (const { memberId } of due) if (await tryToMail(db, memberId, errors)) mailed++
    const last = due.at(-1)
    if (!last) break
    afterId = last.memberId
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} followers of changes could not be notified`)
  return mailed
}
