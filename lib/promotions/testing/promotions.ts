import { db, oneRow } from '#lib/core/db.ts'
import { singleton } from '#lib/core/singleton.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import type { PromotionInput } from '../schema.ts'

const HOUR_MS = 3_600_000

/** The time this many hours from now, as ISO 8601 text. */
const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** Input for a bonus of 10 %: once per person, from an hour ago until tomorrow, budget 100,000 points. */
export const makeBonusInput = (change: Partial<PromotionInput> = {}): PromotionInput => ({
  kind: 'BONUS',
  name: '가을 보너스',
  percent: 10,
  point: null,
  maxPoint: null,
  minCharge: 0,
  once: true,
  startsAt: hoursFromNow(-1),
  endsAt: hoursFromNow(24),
  budget: 100_000,
  maxGrants: null,
  ...change,
})

/** Input for a coupon of 1,000 points, with the period and budget of `makeBonusInput`. */
export const makeCouponInput = (change: Partial<PromotionInput> = {}): PromotionInput =>
  makeBonusInput({ kind: 'COUPON', name: '가을 쿠폰', percent: null, point: 1_000, ...change })

let codes = 0

const ownerId = (): Promise<number> =>
  singleton('test-promotion-owner', async () => (await makeMember({ role: 'OWNER' })).id)

const inHundredths = (points: number | null): bigint | null => (points === null ? null : BigInt(points) * 100n)

/**
 * Creates a promotion that was activated an hour ago. Returns its id and the coupon's code; the code of a bonus is ''.
 */
export async function makePromotion(input: PromotionInput): Promise<{ id: number; code: string }> {
  const code = input.kind === 'COUPON' ? `TEST${String(++codes).padStart(8, 'A').replaceAll('0', 'Z')}` : null
  const { id } = await oneRow<{ id: number }>(
    db(),
    `INSERT INTO promotions (kind, name, code, percent, point, max_point, min_charge, once, starts_at, ends_at, budget, max_grants,
       created_by, state, activated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'ACTIVE', now() - interval '1 hour') RETURNING id`,
    [
      ...[input.kind, input.name, code, input.percent === null ? null : Math.round(input.percent * 100)],
      ...[inHundredths(input.point), inHundredths(input.maxPoint), inHundredths(input.minCharge), input.once],
      ...[input.startsAt, input.endsAt, inHundredths(input.budget), input.maxGrants, await ownerId()],
    ],
  )
  return { id, code: code ?? '' }
}

/** Stops all promotions, so that promotions of other tests give nothing. */
export const stopAllPromotions = () =>
  db().rows("UPDATE promotions SET state = 'STOPPED', stopped_at = now() WHERE state = 'ACTIVE'")
