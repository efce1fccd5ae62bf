import { type Db, oneRow } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { HoldReason } from './labels.ts'
import type { RewardRow } from './schema.ts'

export type Pair = { memberId: number; referrerId: number }

// Names as names are compared; '' stands where the retention policy erased one.
const namesOf = (member: string): string => `
  SELECT normal_name AS name FROM charges WHERE member_id = ${member} AND status = 1 AND normal_name <> ''
  UNION SELECT translate(lower(name), ' ()[]', '') FROM refund_requests WHERE member_id = ${member} AND name <> ''`

const accountsOf = (member: string): string =>
  `SELECT account_hash FROM refund_requests WHERE member_id = ${member} AND account_hash IS NOT NULL`

const statement = `
  SELECT EXISTS ((${namesOf('$1')}) INTERSECT (${namesOf('$2')})) AS same_name,
    EXISTS (${accountsOf('$1')} INTERSECT ${accountsOf('$2')}) AS same_account`

/** What speaks for a referred member and his referrer being one person or sharing a purse. */
export async function reasonsToHold(db: Db, { memberId, referrerId }: Pair): Promise<HoldReason[]> {
  const { sameName, sameAccount } = await oneRow<{ sameName: boolean; sameAccount: boolean }>(db, statement, [
    memberId,
    referrerId,
  ])
  return [...(sameName ? (['SAME_NAME'] as const) : []), ...(sameAccount ? (['SAME_ACCOUNT'] as const) : [])]
}

type Row = Omit<RewardRow, 'reward' | 'paid' | 'takenBack' | 'createdAt'> & {
  reward: Points
  paid: Points
  takenBack: Points
  createdAt: Date
}

/** The newest rewards a member earned by referring others, and the one that was filed for his own first charge. */
export async function rewardsOf(db: Db, memberId: number, limit: number): Promise<RewardRow[]> {
  const rows = await db.rows<Row>(
    `SELECT w.charge_id, w.state, w.reward, w.paid, w.taken_back, w.created_at, w.referrer_id = $1 AS is_referrer,
       o.id AS other_no, o.login_id AS other_id
     FROM ((SELECT * FROM referral_rewards WHERE referrer_id = $1 ORDER BY charge_id DESC LIMIT $2)
       UNION ALL SELECT * FROM referral_rewards WHERE member_id = $1) AS w
     JOIN members o ON o.id = CASE WHEN w.referrer_id = $1 THEN w.member_id ELSE w.referrer_id END
     ORDER BY w.charge_id DESC LIMIT $2`,
    [memberId, limit],
  )
  return rows.map((row) => ({
    ...row,
    reward: pointsToNumber(row.reward),
    paid: pointsToNumber(row.paid),
    takenBack: pointsToNumber(row.takenBack),
    createdAt: row.createdAt.toISOString(),
  }))
}
