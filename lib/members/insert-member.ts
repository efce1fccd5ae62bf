import { type Db, isViolationOf } from '#lib/core/db.ts'
import { memberUniqueKeys, memberValueTaken, unknownReferralCode, unknownSignUpSource } from './errors.ts'

/**
 * Finds the referrer by the referral code that was entered at sign-up, in capital or small letters. Returns his member
 * number; null if no code was entered, or while referrals are off.
 * @throws BAD_INPUT an unknown code
 */
export async function findReferrer(
  db: Db,
  code: string,
  { referralsEnabled }: { referralsEnabled: boolean },
): Promise<number | null> {
  if (!referralsEnabled || code === '') return null
  const [row] = await db.rows<{ id: number }>('SELECT id FROM members WHERE referral_code = $1', [code.toUpperCase()])
  if (!row) throw unknownReferralCode()
  return row.id
}

/** True if the shop has sign-up sources: a new member must then choose one. */
export async function hasSignUpSources(db: Db): Promise<boolean> {
  return (await db.rows('SELECT FROM register_wheres LIMIT 1')).length > 0
}

type NewMember = {
  loginId: string
  /** Null for members who sign up with Naver or Kakao. */
  passwordHash: string | null
  email: string | null
  phone: string
  /** Id of the sign-up source; ignored while the shop has none. */
  registerWhere: number
  referrerId: number | null
}

/**
 * Inserts a member with an empty balance. Returns the member number.
 * @throws BAD_INPUT a sign-up source that doesn't exist
 */
export async function insertMember(db: Db, member: NewMember): Promise<number> {
  const { loginId, passwordHash, email, phone, registerWhere, referrerId } = member
  const [row] = await db.rows<{ memberId: number }>(
    `WITH member AS (
       INSERT INTO members (login_id, password_hash, email, phone, register_where_id, referred_by_id)
       SELECT $1, $2, $3, $4, (SELECT id FROM register_wheres WHERE id = $5::bigint), $6
       WHERE EXISTS (SELECT FROM register_wheres WHERE id = $5::bigint) OR NOT EXISTS (SELECT FROM register_wheres)
       RETURNING id
     )
     INSERT INTO balances (member_id) SELECT id FROM member RETURNING member_id`,
    [loginId, passwordHash, email, phone || null, registerWhere, referrerId],
  )
  if (!row) throw unknownSignUpSource()
  return row.memberId
}

/**
 * Returns a CONFLICT error if `error` says that the login id, e-mail address or phone number is taken. Returns any
 * other error unchanged.
 */
export function conflictIfTaken(error: unknown): unknown {
  const key = memberUniqueKeys.find((each) => isViolationOf(error, each))
  return key ? memberValueTaken(key) : error
}
