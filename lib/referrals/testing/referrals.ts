import { makeCharge } from '#lib/charges/testing/charges.ts'
import { type Database, type Db, db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'

/** `memberId`: id of the referred member. */
export type Referral = { referrerId: number; memberId: number }

/** Creates a member and his referrer. */
export async function makeReferral(): Promise<Referral> {
  const [{ id: referrerId }, { id: memberId }] = [await makeMember(), await makeMember()]
  await db().rows('UPDATE members SET referred_by_id = $1 WHERE id = $2', [referrerId, memberId])
  return { referrerId, memberId }
}

/** Creates a pending charge of a new referred member, of 10,000 points by default. */
export async function makeReferredCharge(point?: number): Promise<Referral & { chargeId: number }> {
  const referral = await makeReferral()
  return { ...referral, chargeId: await makeCharge({ memberId: referral.memberId, point }) }
}

/** Moves the times of a charge and its deposits more than 72 hours into the past, so that its reward is due. */
export async function passRefundPeriod(chargeId: number, handle: Db = db()): Promise<void> {
  const period = "interval '72 hours 1 second'"
  await handle.rows(
    `UPDATE charges SET created_at = created_at - ${period}, response_at = response_at - ${period} WHERE id = $1`,
    [chargeId],
  )
  await handle.rows(
    `UPDATE deposits SET at = at - ${period} WHERE charge_id = $1
       OR id IN (SELECT deposit_id FROM deposit_splits WHERE charge_id = $1)
       OR id IN (SELECT deposit_id FROM deposit_merges WHERE charge_id = $1)`,
    [chargeId],
  )
  await makeRewardDue(chargeId, handle)
}

/** Makes an open reward due, so that the next sweep settles it. */
export const makeRewardDue = (chargeId: number, handle: Db = db()) =>
  handle.rows(
    "UPDATE referral_rewards SET due_at = now() - interval '1 second' WHERE charge_id = $1 AND due_at IS NOT NULL",
    [chargeId],
  )

type StoredReward = { state: string; reward: bigint }

/** The reward stored for the first charge of this referred member; null if there is none. */
export async function rewardOf(memberId: number): Promise<StoredReward | null> {
  const [row] = await db().rows<StoredReward>('SELECT state, reward FROM referral_rewards WHERE member_id = $1', [
    memberId,
  ])
  return row ?? null
}

/** Ledger entries of a member that are rewards or their reversals. */
export const rewardEntriesOf = (memberId: number) =>
  db().rows<{ delta: bigint; refId: number; actor: string }>(
    `SELECT delta, ref_id, actor FROM point_entries
     WHERE kind IN ('REFERRAL_REWARD', 'REWARD_REVERSAL') AND member_id = $1 ORDER BY id`,
    [memberId],
  )

/**
 * A database handle that behaves as if the process were killed. Each transaction throws before its statement with the
 * index `at` (from 0); for 'COMMITTED', after its commit.
 */
export const databaseDyingAt = (at: number | 'COMMITTED'): Database => ({
  ...db(),
  transaction: async (run) => {
    let statements = 0
    await db().transaction((tx) =>
      run({
        rows: (text, values) => {
          if (statements++ === at) throw new Error('killed')
          return tx.rows(text, values)
        },
      }),
    )
    throw new Error('killed')
  },
})
