import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Db } from '#lib/core/db.ts'
import { countRows, keysetPage } from '#lib/core/keyset.ts'
import { identityHashes } from '#lib/members/former-identities.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import type { PromotionKind, PromotionState } from './labels.ts'
import { isAlreadyGrantedSql, isStaffPersonSql } from './record-grant.ts'
import type { ChargeGrant, PromotionOffer, ShownOffer } from './rules.ts'
import type { PromotionRow, promotionQuery } from './schema.ts'

/** A bonus that a member can get. `once` is true if each person gets it only once. */
export type BonusOffer = PromotionOffer & { name: string; endsAt: Date; once: boolean }

/**
 * Bonuses that a member can get with a charge that he requests now. If `chargeId` is given: those that he can get with
 * that charge, judged by the time when it was requested. Leaves out stopped and exhausted bonuses, and bonuses with
 * `once` that he has already had, on any of his accounts (`isAlreadyGrantedSql`). Staff get none.
 */
export const bonusOffersFor = async (
  db: Db,
  { memberId, chargeId = null }: { memberId: number; chargeId?: number | null },
): Promise<BonusOffer[]> =>
  db.rows<BonusOffer>(
    `SELECT p.id, p.name, p.percent, p.point, p.max_point, p.min_charge, p.budget - p.given AS left, p.ends_at, p.once
     FROM promotions p, coalesce((SELECT created_at FROM charges WHERE id = $2::int), now()) AS requested (at)
     WHERE p.kind = 'BONUS' AND p.state = 'ACTIVE' AND p.starts_at <= requested.at AND p.activated_at <= requested.at AND requested.at < p.ends_at
       AND p.given < p.budget AND (p.max_grants IS NULL OR p.grant_count < p.max_grants)
       AND NOT ${isAlreadyGrantedSql('$1::int', 'p', '$3::bytea[]')} AND NOT ${isStaffPersonSql('$1::int')}
     ORDER BY p.id`,
    [memberId, chargeId, await identityHashes(db, memberId)],
  )

const pointsOrNull = (points: Points | null): number | null => (points === null ? null : pointsToNumber(points))

const toShownOffer = ({ id, name, percent, once, ...offer }: BonusOffer): ShownOffer => ({
  ...{ id, name, percent, once },
  point: pointsOrNull(offer.point),
  maxPoint: pointsOrNull(offer.maxPoint),
  minCharge: pointsToNumber(offer.minCharge),
  left: pointsToNumber(offer.left),
  endsAt: offer.endsAt.toISOString(),
})

/**
 * A bonus or coupon as its member sees it, in points. `held` is true for a coupon that waits for a charge until
 * `endsAt`. `createdAt`: when it was credited or, while it is held, when it was registered.
 */
export type MemberGrant = {
  id: number
  kind: PromotionKind
  name: string
  point: number
  /** Points taken back because a part of the charge was reversed or paid back. */
  takenBack: number
  /** Minimum points of a charge with which it is credited. */
  minCharge: number
  held: boolean
  createdAt: string
  endsAt: string
}

type StoredMemberGrant = {
  id: number
  kind: PromotionKind
  name: string
  point: Points
  takenBack: Points
  minCharge: Points
  held: boolean
  createdAt: Date
  endsAt: Date
}

const toMemberGrant = (row: StoredMemberGrant): MemberGrant => ({
  ...row,
  point: pointsToNumber(row.point),
  takenBack: pointsToNumber(row.takenBack),
  minCharge: pointsToNumber(row.minCharge),
  createdAt: row.createdAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
})

/**
 * A member's coupons that wait for a charge, as long as they can be used; then the 20 latest bonuses and coupons that
 * he got in the last 3 months. Each of the two groups has the newest first.
 */
async function grantsOfMember(db: Db, memberId: number): Promise<MemberGrant[]> {
  const rows = await db.rows<StoredMemberGrant>(
    `WITH shown AS (
       SELECT g.id FROM promotion_grants g JOIN promotions p ON p.id = g.promotion_id
       WHERE g.member_id = $1 AND g.state = 'HELD' AND p.state = 'ACTIVE' AND now() < p.ends_at
       UNION ALL (SELECT id FROM promotion_grants
         WHERE member_id = $1 AND state = 'CREDITED' AND credited_at > now() - interval '3 months'
         ORDER BY credited_at DESC, id DESC LIMIT 20)
     )
     SELECT g.id, g.kind, p.name, g.point, g.taken_back, p.min_charge, g.state = 'HELD' AS held,
       coalesce(g.credited_at, g.created_at) AS created_at, p.ends_at
     FROM promotion_grants g JOIN promotions p ON p.id = g.promotion_id WHERE g.id IN (SELECT id FROM shown)
     ORDER BY held DESC, g.credited_at DESC, g.id DESC`,
    [memberId],
  )
  return rows.map(toMemberGrant)
}

/** Bonuses that a member can get with a charge now, and his latest bonuses and coupons (`grantsOfMember`). */
export type MemberPromotions = { offers: ShownOffer[]; grants: MemberGrant[] }

export async function promotionsOfMember(db: Db, memberId: number): Promise<MemberPromotions> {
  const [offers, grants] = await Promise.all([bonusOffersFor(db, { memberId }), grantsOfMember(db, memberId)])
  return { offers: offers.map(toShownOffer), grants }
}

/** A bonus or coupon that came with a charge, as stored. */
export type StoredGrant = ChargeGrant & { id: number; kind: PromotionKind; chargeId: number; memberId: number }

/** Bonuses and coupons that came with these charges, oldest first. */
export const readGrantsOfCharges = (db: Db, chargeIds: readonly number[]): Promise<StoredGrant[]> =>
  db.rows<StoredGrant>(
    `SELECT g.id, g.kind, g.charge_id, g.member_id, g.point, g.taken_back, c.point AS charged
     FROM promotion_grants g JOIN charges c ON c.id = g.charge_id WHERE g.charge_id = ANY ($1::int[]) ORDER BY g.id`,
    [chargeIds],
  )

/** A promotion as stored (`promotionRow` explains the fields). `percent` is in hundredths of a percent. */
type StoredPromotion = {
  id: number
  kind: PromotionKind
  name: string
  code: string | null
  percent: number | null
  point: Points | null
  maxPoint: Points | null
  minCharge: Points
  once: boolean
  startsAt: Date
  endsAt: Date
  budget: Points
  maxGrants: number | null
  given: Points
  grants: number
  takenBack: Points
  state: PromotionState
  createdBy: string
  createdAt: Date
  stoppedAt: Date | null
}

const toPromotionRow = (row: StoredPromotion): PromotionRow => ({
  ...row,
  percent: row.percent === null ? null : row.percent / 100,
  point: pointsOrNull(row.point),
  maxPoint: pointsOrNull(row.maxPoint),
  minCharge: pointsToNumber(row.minCharge),
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  budget: pointsToNumber(row.budget),
  given: pointsToNumber(row.given),
  takenBack: pointsToNumber(row.takenBack),
  createdAt: row.createdAt.toISOString(),
  stoppedAt: row.stoppedAt?.toISOString() ?? null,
})

/** One page of the promotions for staff, newest first. `kind` selects only bonuses or only coupons. */
export async function promotionsForStaff(
  db: Db,
  {
    kind = null,
    size,
    cursor = null,
  }: {
    kind?: z.output<typeof promotionQuery>['kind'] | null
    size: number
    cursor?: number | null | undefined
  },
) {
  const where = sql`(${kind}::text IS NULL OR p.kind = ${kind})`
  const [rows, total] = await Promise.all([
    db.rows<StoredPromotion>(
      sql`SELECT p.id, p.kind, p.name, p.code, p.percent, p.point, p.max_point, p.min_charge, p.once, p.starts_at, p.ends_at,
          p.budget, p.max_grants, p.given, p.grant_count AS grants, p.state, s.login_id AS created_by, p.created_at, p.stopped_at,
          coalesce((SELECT sum(g.taken_back) FROM promotion_grants g WHERE g.promotion_id = p.id AND g.taken_back > 0), 0)::bigint AS taken_back
        FROM promotions p JOIN members s ON s.id = p.created_by
        WHERE ${where} AND (${cursor}::int IS NULL OR p.id < ${cursor}) ORDER BY p.id DESC LIMIT ${size + 1}`,
    ),
    countRows(db, sql`promotions p WHERE ${where}`),
  ])
  return keysetPage(rows, { size, total }, toPromotionRow)
}
