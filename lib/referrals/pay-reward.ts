import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import type { Points } from '#lib/money/points.ts'
import { movePoints } from '#lib/points/move-points.ts'

/** The worker's errand that pays one reward, as the trigger names it. */
export const PAY_REWARD = 'pay-reward'

type Owed = { referrerId: number; reward: Points; reversed: boolean }

// The charge is held as a reversal holds it: taken back before this, nothing is owed any more; after it, the reward stays.
const holdStatement = `
  SELECT r.referrer_id, r.reward, c.reversed_at IS NOT NULL AS reversed
  FROM referral_rewards r JOIN charges c ON c.id = r.charge_id
  WHERE r.charge_id = $1::bigint AND r.state = 'OWED' FOR NO KEY UPDATE SKIP LOCKED`

/** An account that ends holds its balance: seen here, or its points are forfeited with this reward among them. */
async function isGone(tx: Db, memberId: number): Promise<boolean> {
  await tx.rows('SELECT FROM balances WHERE member_id = $1 FOR UPDATE', [memberId])
  const { gone } = await oneRow<{ gone: boolean }>(
    tx,
    'SELECT deleted_at IS NOT NULL AS gone FROM members WHERE id = $1',
    [memberId],
  )
  return gone
}

const settle = (tx: Db, chargeId: number, state: 'PAID' | 'CANCELED') =>
  tx.rows('UPDATE referral_rewards SET state = $2, settled_at = now() WHERE charge_id = $1', [chargeId, state])

async function credit(tx: Db, chargeId: number, { referrerId, reward }: Owed): Promise<void> {
  const cause = { kind: 'REFERRAL_REWARD', refType: 'charge', refId: chargeId, actor: 'worker' } as const
  const moved = await movePoints(tx, { memberId: referrerId, delta: reward, ...cause })
  if (typeof moved === 'string') throw new Error(`the reward of charge ${chargeId} is owed, but ${moved}`)
}

/**
 * Pays what a referred member's first accepted charge earned his referrer, once; not for a charge that was taken back in
 * the meantime, nor to an account that ended. Answers whether it was paid now.
 */
export function payReward(db: Database, chargeId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [owed] = await tx.rows<Owed>(holdStatement, [chargeId])
    if (!owed) return false
    const due = !owed.reversed && !(await isGone(tx, owed.referrerId))
    if (due) await credit(tx, chargeId, owed)
    await settle(tx, chargeId, due ? 'PAID' : 'CANCELED')
    return due
  })
}

/** Pays all that is still owed, whatever became of its errand. Answers how many were paid. */
export async function payOwedRewards(db: Database): Promise<number> {
  const owed = await db.rows<{ chargeId: number }>(
    "SELECT charge_id FROM referral_rewards WHERE state = 'OWED' ORDER BY charge_id LIMIT 1000",
  )
  let paid = 0
  for (const { chargeId } of owed) {
    // One that can't be paid holds up none of the others.
    const done = await payReward(db, chargeId).catch((error: unknown) => {
      log.error('a reward could not be paid', { error, chargeId })
      return false
    })
    if (done) paid++
  }
  return paid
}
