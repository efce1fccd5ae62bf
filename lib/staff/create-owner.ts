import type { Db } from '#lib/core/db.ts'
import { hashPassword } from '#lib/core/passwords.ts'
import { foldLoginId, isLoginId, isPassword } from '#lib/members/rules.ts'

/**
 * Makes the first owner, from OWNER_ID and OWNER_PASSWORD at the first migrate (decisions 9). Does nothing once there
 * is one. Answers whether it made him.
 * @throws Error when the id or the password could not be a member's
 */
export async function createOwner(db: Db, owner: { id: string; password: string }): Promise<boolean> {
  const loginId = foldLoginId(owner.id)
  if (!isLoginId(loginId)) throw new Error('OWNER_ID: 4-20 of a-z, 0-9 and _')
  if (!isPassword(owner.password)) throw new Error('OWNER_PASSWORD: 8-20 characters')
  const rows = await db.rows(
    `WITH member AS (
       INSERT INTO members (login_id, password_hash, role)
       SELECT $1, $2, 'OWNER' WHERE NOT EXISTS (SELECT FROM members WHERE role = 'OWNER')
       RETURNING id
     )
     INSERT INTO balances (member_id) SELECT id FROM member RETURNING member_id`,
    [loginId, await hashPassword(owner.password)],
  )
  return rows.length > 0
}
