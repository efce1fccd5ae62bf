import { makeCharge } from '#lib/charges/test-charges.ts'
import { type Database, db } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/test-members.ts'

export type Referral = { referrerId: number; memberId: number }

/** A member who came by another's code. */
export async function makeReferral(): Promise<Referral> {
  const [{ id: referrerId }, { id: memberId }] = [await makeMember(), await makeMember()]
  await db().rows('UPDATE members SET referred_by_id = $1 WHERE id = $2', [referrerId, memberId])
  return { referrerId, memberId }
}

/** A pending charge of a referred member, of 10,000 P unless said otherwise. */
export async function makeReferredCharge(point?: number): Promise<Referral & { chargeId: number }> {
  const referral = await makeReferral()
  return { ...referral, chargeId: await makeCharge({ memberId: referral.memberId, point }) }
}

type Stored = { state: string; reward: bigint }

/** What is filed for a referred member's first charge, if anything. */
export async function rewardOf(memberId: number): Promise<Stored | null> {
  const [row] = await db().rows<Stored>('SELECT state, reward FROM referral_rewards WHERE member_id = $1', [memberId])
  return row ?? null
}

/** The rewards in a member's ledger. */
export const entriesOf = (memberId: number) =>
  db().rows<{ delta: bigint; refId: number; actor: string }>(
    "SELECT delta, ref_id, actor FROM point_entries WHERE kind = 'REFERRAL_REWARD' AND member_id = $1 ORDER BY id",
    [memberId],
  )

/** The database as a process sees it that dies: before statement number `at` of a transaction, or after its commit. */
export const dyingAt = (at: number | 'COMMITTED'): Database => ({
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
