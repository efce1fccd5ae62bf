import { chargeStatus } from '#lib/charges/labels.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { formerAccountsSql, identityHashes } from '#lib/members/former-identities.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { type RewardHoldReason, rewardHoldReasons } from './labels.ts'
import type { RewardRow } from './schema.ts'

/** A referred member and his referrer. */
export type ReferralPair = { memberId: number; referrerId: number }

// Selects the names of a member's depositors (normalized) and of the holders of his refund accounts (as he wrote them).
// Leaves out erased names: the retention policy replaces them by ''.
const namesSql = `
  SELECT normal_name AS name FROM charges WHERE member_id = $1 AND status = ${chargeStatus.SUCCESS} AND normal_name <> ''
  UNION SELECT name FROM refund_requests WHERE member_id = $1 AND name <> ''`

/** Names of a member's depositors and of the holders of his refund accounts, normalized for comparison. */
async function normalNamesOf(db: Db, memberId: number): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ name: string }>(namesSql, [memberId])
  return new Set(rows.map(({ name }) => normalName(name)))
}

// SQL for the hashes of a member's refund accounts.
const accountHashesSql = (memberIdSql: string): string =>
  `SELECT account_hash FROM refund_requests WHERE member_id = ${memberIdSql} AND account_hash IS NOT NULL`

/**
 * A reward is held for the reason SAME_PLACE only if more than MAX_SHARING_MEMBERS members share a device or network,
 * because a family may share one. Only members who have the same referrer and joined within SHARING_DAYS days are
 * counted.
 */
const MAX_SHARING_MEMBERS = 3
const SHARING_DAYS = 30

// Counts the members referred by $2 who share a device or network with the referred member $1, including $1 himself.
// The result is the largest number of them, including $1, that joined within 30 days of each other (SHARING_DAYS). If
// $1 shares a device or network with the referrer $2, members who share one with $2 are counted too. Members who have
// left are found through their rewards.
const sharingMembersQuery = `
  WITH mine AS (SELECT kind, hash FROM member_visits WHERE member_id = $1),
    theirs AS (SELECT kind, hash FROM member_visits WHERE member_id = $2),
    shared AS (
      SELECT * FROM mine UNION SELECT * FROM theirs WHERE EXISTS (SELECT * FROM mine INTERSECT SELECT * FROM theirs)
    ),
    joined AS (SELECT created_at AS at FROM members WHERE id = $1),
    peers AS (
      SELECT m.created_at FROM members m, joined j
      WHERE (m.referred_by_id = $2 OR m.id IN (SELECT member_id FROM referral_rewards WHERE referrer_id = $2))
        AND m.created_at BETWEEN j.at - interval '${SHARING_DAYS} days' AND j.at + interval '${SHARING_DAYS} days'
        AND EXISTS (SELECT FROM member_visits v JOIN shared s USING (kind, hash) WHERE v.member_id = m.id)
    )
  SELECT coalesce(max(n), 0) FROM (
    SELECT created_at, count(*) OVER (
      ORDER BY created_at RANGE BETWEEN interval '${SHARING_DAYS} days' PRECEDING AND CURRENT ROW
    ) AS n FROM peers
  ) p, joined j WHERE p.created_at >= j.at`

/**
 * SQL for the reasons to suspect that members $1 and $2 are one person, or that member $1 had an account before. Names
 * are compared separately (`normalNamesOf`). $3: `identityHashes` of $1.
 */
const suspicionSql = `
  SELECT EXISTS (${accountHashesSql('$1')} INTERSECT ${accountHashesSql('$2')}) AS same_account,
    (${sharingMembersQuery}) > ${MAX_SHARING_MEMBERS} AS same_place,
    EXISTS (SELECT FROM (${formerAccountsSql('$3::bytea[]')}) f JOIN point_entries e ON e.member_id = f.member_id
      WHERE f.member_id <> $1 AND e.kind IN ('CHARGE', 'CARD_CHARGE')) AS former_member`

type Suspicion = { sameAccount: boolean; samePlace: boolean; formerMember: boolean }

/**
 * Reasons to suspect that a referred member and his referrer are the same person or share money, or that the referred
 * member had an account before. Empty if there are none.
 */
export async function findRewardHoldReasons(
  db: Db,
  { memberId, referrerId }: ReferralPair,
): Promise<RewardHoldReason[]> {
  const suspicion = await oneRow<Suspicion>(db, suspicionSql, [
    memberId,
    referrerId,
    await identityHashes(db, memberId),
  ])
  const [names, referrerNames] = [await normalNamesOf(db, memberId), await normalNamesOf(db, referrerId)]
  const reasons: Record<RewardHoldReason, boolean> = {
    SAME_NAME: [...names].some((name) => referrerNames.has(name)),
    SAME_ACCOUNT: suspicion.sameAccount,
    SAME_PLACE: suspicion.samePlace,
    FORMER_MEMBER: suspicion.formerMember,
  }
  return rewardHoldReasons.filter((reason) => reasons[reason])
}

type StoredReward = Omit<RewardRow, 'reward' | 'paid' | 'takenBack' | 'createdAt'> & {
  reward: Points
  paid: Points
  takenBack: Points
  createdAt: Date
}

/**
 * Latest rewards that concern a member, newest first, at most `limit`: rewards for members whom he referred, and the
 * reward that his referrer gets for this member's first charge.
 */
export async function rewardsOf(db: Db, memberId: number, limit: number): Promise<RewardRow[]> {
  const rows = await db.rows<StoredReward>(
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
