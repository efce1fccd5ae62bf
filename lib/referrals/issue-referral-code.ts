import { randomCharacters } from '#lib/core/crypto.ts'
import { type Db, isViolationOf } from '#lib/core/db.ts'
import { unauthenticated } from '#lib/core/unauthenticated.ts'
import { referralsOff } from './errors.ts'
import { referralCodeRules } from './rules.ts'

/** Maximum number of random codes that are tried. */
const MAX_TRIES = 5

/** Gives the member a random code if he has none. Returns false if another member already has the same code. */
async function trySetCode(db: Db, memberId: number): Promise<boolean> {
  try {
    await db.rows(
      'UPDATE members SET referral_code = $2 WHERE id = $1 AND referral_code IS NULL AND deleted_at IS NULL',
      [memberId, randomCharacters(referralCodeRules.length, referralCodeRules.alphabet)],
    )
    return true
  } catch (error) {
    if (isViolationOf(error, 'members_referral_code_key')) return false
    throw error
  }
}

/**
 * Returns the member's referral code. It is created at the first call and never changes
 * (docs/contract.md#referral-rewards). `enabled` is the setting ENABLE_REFERRAL.
 * @throws CONFLICT the setting is off; UNAUTHENTICATED the account was deleted concurrently
 */
export async function issueReferralCode(db: Db, memberId: number, { enabled }: { enabled: boolean }): Promise<string> {
  if (!enabled) throw referralsOff()
  for (let tries = 0; tries < MAX_TRIES && !(await trySetCode(db, memberId)); tries++);
  const [member] = await db.rows<{ referralCode: string | null }>(
    'SELECT referral_code FROM members WHERE id = $1 AND deleted_at IS NULL',
    [memberId],
  )
  if (!member) throw unauthenticated()
  const { referralCode } = member
  if (referralCode === null) throw new Error('no referral code could be given')
  return referralCode
}
