import { memberActor } from '#lib/audit/actor.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import type { AppError } from '#lib/core/errors.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { formatWon, type Points, pointsToNumber } from '#lib/money/points.ts'
import {
  couponAlreadyUsed,
  couponRefusedToStaff,
  couponRegistered,
  couponsExhausted,
  unusableCoupon,
} from './errors.ts'
import { isStaffPersonSql, moveGrant, recordGrant } from './record-grant.ts'
import { normalizeCouponCode } from './rules.ts'
import type { RegisteredCoupon } from './schema.ts'

type Coupon = { id: number; name: string; point: Points; minCharge: Points; endsAt: Date }

/**
 * Locks the member's balance first, as every transaction that credits points to him does.
 * @throws UNAUTHENTICATED the account was deleted; OWN_ACCOUNT the member, or another account of his, is staff
 */
async function lockMember(tx: Db, memberId: number): Promise<void> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const { isDeleted, isStaff } = await oneRow<{ isDeleted: boolean; isStaff: boolean }>(
    tx,
    `SELECT deleted_at IS NOT NULL AS is_deleted, ${isStaffPersonSql('$1::int')} AS is_staff FROM members WHERE id = $1`,
    [memberId],
  )
  if (isDeleted) throw unauthenticated()
  if (isStaff) throw couponRefusedToStaff()
}

/**
 * Locks and reads the coupon with this code. It can't be stopped after that, so if its grant is then refused, it is used
 * up.
 * @throws NOT_FOUND there is no such coupon, or it can't be used now
 */
async function readCoupon(tx: Db, code: string): Promise<Coupon> {
  const [coupon] = await tx.rows<Coupon>(
    `SELECT id, name, point, min_charge, ends_at FROM promotions
     WHERE code = $1 AND state = 'ACTIVE' AND starts_at <= now() AND now() < ends_at FOR UPDATE`,
    [code],
  )
  if (!coupon) throw unusableCoupon()
  return coupon
}

/**
 * Error for a person who registers a coupon again. It says whether the coupon still waits for a charge on this account,
 * or was used.
 */
async function repetitionError(tx: Db, memberId: number, { id, minCharge }: Coupon): Promise<AppError> {
  const held = await tx.rows(
    "SELECT FROM promotion_grants WHERE promotion_id = $1 AND member_id = $2 AND state = 'HELD'",
    [id, memberId],
  )
  return held.length > 0 ? couponRegistered(formatWon(minCharge)) : couponAlreadyUsed()
}

/**
 * Registers a coupon for a member; each person can register it once. Credits its points at once if it needs no charge.
 * Otherwise holds the coupon until a charge of the member is credited that is large enough and was requested before the
 * coupon's end (docs/contract.md#promotions).
 * @throws NOT_FOUND the coupon can't be used now; CONFLICT he registered it before, on this account or another, or its
 * budget or number of grants is used up; UNAUTHENTICATED and OWN_ACCOUNT as `lockMember`
 */
export function redeemCoupon(
  db: Database,
  { memberId, code }: { memberId: number; code: string },
): Promise<RegisteredCoupon> {
  return db.transaction(async (tx) => {
    await lockMember(tx, memberId)
    const coupon = await readCoupon(tx, normalizeCouponCode(code))
    const { id, name, point, minCharge, endsAt } = coupon
    const held = minCharge > 0n
    const recorded = await recordGrant(tx, { promotionId: id, memberId, point, chargeId: null, held })
    if (recorded === 'USED') throw await repetitionError(tx, memberId, coupon)
    if (recorded === 'EXHAUSTED') throw couponsExhausted()
    if (!held) await moveGrant(tx, memberActor(memberId), { ...recorded, memberId, delta: point })
    const amounts = { point: pointsToNumber(point), minCharge: pointsToNumber(minCharge) }
    return { name, ...amounts, credited: !held, endsAt: endsAt.toISOString() }
  })
}
